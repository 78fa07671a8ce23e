import com.linkedin.common.OwnershipType;
import com.linkedin.common.Status;
import com.linkedin.common.TagAssociation;
import com.linkedin.common.urn.DatasetUrn;
import com.linkedin.common.urn.GlossaryTermUrn;
import com.linkedin.common.urn.TagUrn;
import com.linkedin.common.urn.Urn;
import com.linkedin.data.template.StringMap;
import com.linkedin.dataset.DatasetLineageType;
import com.linkedin.dataset.DatasetProperties;
import com.linkedin.mxe.MetadataChangeProposal;
import datahub.client.MetadataWriteResponse;
import datahub.client.patch.PatchOperationType;
import datahub.client.patch.common.GlossaryTermsPatchBuilder;
import datahub.client.patch.common.OwnershipPatchBuilder;
import datahub.client.patch.dataset.EditableSchemaMetadataPatchBuilder;
import datahub.client.patch.dataset.UpstreamLineagePatchBuilder;
import datahub.client.rest.RestEmitter;
import datahub.event.MetadataChangeProposalWrapper;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Future;

/** The emitter for Java and its patch builders. Prints a row for each step (README.md). */
public class Emit {
  static final String URL = System.getenv("COMPAT_URL");
  static final String ORDERS = "urn:li:dataset:(urn:li:dataPlatform:hive,java.orders,PROD)";
  static final String CLICKS = "urn:li:dataset:(urn:li:dataPlatform:hive,java.clicks,PROD)";
  static final HttpClient HTTP = HttpClient.newHttpClient();

  interface Step {
    String run() throws Exception;
  }

  static void step(String name, Step step) {
    boolean ok = true;
    String note;
    try {
      note = step.run();
    } catch (Exception error) {
      ok = false;
      note = String.valueOf(error);
    }
    String text = note.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\s+", " ");
    System.out.println("\n@@ {\"step\": \"Java: " + name + "\", \"ok\": " + ok + ", \"note\": \"" + text + "\"}");
  }

  static void must(boolean holds, String what) {
    if (!holds) throw new IllegalStateException(what);
  }

  static void written(Future<MetadataWriteResponse> answer) throws Exception {
    MetadataWriteResponse response = answer.get();
    must(response.isSuccess(), response.getResponseContent());
  }

  static String read(String urn, String aspect) throws Exception {
    String where = URL + "/openapi/v3/entity/dataset/" + URLEncoder.encode(urn, StandardCharsets.UTF_8) + "/" + aspect;
    return HTTP.send(HttpRequest.newBuilder(URI.create(where)).build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  static void contains(String text, String part) {
    must(text.contains(part), "expected " + part + " in " + text);
  }

  public static void main(String[] args) throws Exception {
    RestEmitter emitter = RestEmitter.create(each -> each.server(URL).timeoutSec(60));
    step("the connection is tested", () -> {
      must(emitter.testConnection(), "no connection");
      return "";
    });
    step("aspects are emitted as proposals", () -> {
      DatasetProperties properties = new DatasetProperties().setDescription("All orders").setCustomProperties(new StringMap());
      properties.getCustomProperties().put("team", "shop");
      for (String urn : new String[] {ORDERS, CLICKS})
        written(emitter.emit(MetadataChangeProposalWrapper.builder().entityType("dataset").entityUrn(urn).upsert().aspect(properties).build(), null));
      written(emitter.emit(
          MetadataChangeProposalWrapper.builder().entityType("dataset").entityUrn(ORDERS).upsert().aspect(new Status().setRemoved(false)).build(), null));
      contains(read(ORDERS, "datasetProperties"), "\"team\":\"shop\"");
      contains(read(ORDERS, "status"), "\"removed\":false");
      return "";
    });
    // That of tags takes a type of this version's that holds no tag.
    step("patch builders add and remove terms and owners", () -> {
      for (String term : new String[] {"money", "old"})
        patch(emitter, new GlossaryTermsPatchBuilder().op(PatchOperationType.ADD).urn(Urn.createFromString(ORDERS)).urn(new GlossaryTermUrn(term)).build());
      patch(emitter, new GlossaryTermsPatchBuilder().op(PatchOperationType.REMOVE).urn(Urn.createFromString(ORDERS)).urn(new GlossaryTermUrn("old")).build());
      patch(emitter, new OwnershipPatchBuilder().op(PatchOperationType.ADD).urn(Urn.createFromString(ORDERS))
          .owner(Urn.createFromString("urn:li:corpuser:ann")).ownershipType(OwnershipType.TECHNICAL_OWNER).build());
      String terms = read(ORDERS, "glossaryTerms");
      contains(terms, "urn:li:glossaryTerm:money");
      must(!terms.contains("urn:li:glossaryTerm:old"), "the term is still there: " + terms);
      contains(read(ORDERS, "ownership"), "urn:li:corpuser:ann");
      return "";
    });
    step("patch builders write lineage and tags of columns", () -> {
      patch(emitter, new UpstreamLineagePatchBuilder().op(PatchOperationType.ADD).urn(Urn.createFromString(ORDERS))
          .dataset(DatasetUrn.createFromString(CLICKS)).lineageType(DatasetLineageType.TRANSFORMED).build());
      contains(read(ORDERS, "upstreamLineage"), CLICKS);
      patch(emitter, new EditableSchemaMetadataPatchBuilder("amount").op(PatchOperationType.ADD).urn(Urn.createFromString(ORDERS))
          .tag(new TagAssociation().setTag(new TagUrn("gold"))).build());
      contains(read(ORDERS, "editableSchemaMetadata"), "urn:li:tag:gold");
      return "";
    });
    step("what is wrong is an answer, not an exception", () -> {
      MetadataChangeProposal wrong =
          new GlossaryTermsPatchBuilder().op(PatchOperationType.ADD).urn(Urn.createFromString(ORDERS)).urn(new GlossaryTermUrn("x")).build();
      MetadataWriteResponse answer = emitter.emit(wrong.setAspectName("noSuchAspect"), null).get();
      must(!answer.isSuccess(), "it succeeded");
      contains(answer.getResponseContent(), "noSuchAspect");
      return "";
    });
    emitter.close();
    System.exit(0);
  }

  static void patch(RestEmitter emitter, MetadataChangeProposal proposal) throws Exception {
    written(emitter.emit(proposal, null));
  }
}
