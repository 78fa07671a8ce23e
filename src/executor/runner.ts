/**
 * The programs of a run, in Python. The first argument is the limit of memory in bytes.
 */

/** Limits the process, and ends it with Cairn. */
export const GUARD = `
import os, resource, signal, sys, threading

memory = int(sys.argv[1])

lifeline = os.dup(0)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

def follow():
    # Cairn holds the other end. It closes when Cairn ends, however that happens.
    try:
        while os.read(lifeline, 1024):
            pass
    finally:
        os.killpg(0, signal.SIGKILL)

threading.Thread(target=follow, daemon=True).start()
resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
`;

/**
 * Calls the client as its command line does. Further arguments: the recipe, the file of the report, `run` or `test`, the file of the state or an
 * empty text, the beginning of URNs of the catalog, and a file that is made if the source adds to what people have set.
 */
export const CLIENT = `
import json

recipe, report, task, state, prefix, adds = sys.argv[2:8]

def keep_state():
    """What an earlier run saw is asked of Cairn; what this one has seen is written beside its records."""
    from urllib.request import Request, urlopen
    from datahub.ingestion.api.sink import Sink
    from datahub.ingestion.sink.file import FileSink
    from datahub.ingestion.source.source_registry import source_registry
    from datahub.ingestion.source.state_provider.file_ingestion_checkpointing_provider import FileIngestionCheckpointingProvider
    from datahub.ingestion.source.state_provider.state_provider_registry import ingestion_checkpoint_provider_registry
    from datahub.metadata.schema_classes import DatahubIngestionCheckpointClass

    class CairnState(FileIngestionCheckpointingProvider):
        def get_latest_checkpoint(self, pipeline_name, job_name):
            flow = f"{prefix}dataFlow:({self.orchestrator_name},{pipeline_name},prod)"
            asked = {"urn": f"{prefix}dataJob:({flow},{job_name})", "entity": "dataJob", "aspect": "datahubIngestionCheckpoint", "limit": 1}
            headers = {"Content-Type": "application/json"}
            if os.environ.get("CAIRN_TOKEN"):
                headers["Authorization"] = "Bearer " + os.environ["CAIRN_TOKEN"]
            url = os.environ["CAIRN_URL"] + "/aspects?action=getTimeseriesAspectValues"
            with urlopen(Request(url, json.dumps(asked).encode(), headers), timeout=60) as answer:
                values = json.load(answer)["value"]["values"]
            return DatahubIngestionCheckpointClass.from_obj(json.loads(values[0]["aspect"]["value"])) if values else None

    # The sink for files forgets to report when it ends.
    written = FileSink.close

    def close(sink):
        written(sink)
        Sink.close(sink)

    FileSink.close = close
    ingestion_checkpoint_provider_registry.register("cairn", CairnState)
    with open(recipe) as file:
        read = json.load(file)
    config = read["source"].get("config") or {}
    source = source_registry.get(read["source"]["type"])
    fields = getattr(getattr(source, "get_config_class", lambda: None)(), "model_fields", {})
    if not isinstance(config, dict):
        return
    if "write_semantics" in fields:
        # To add to what people have set, the client would read it, in names that this catalog does not have. Cairn adds in its place.
        semantics = str(config.get("write_semantics", fields["write_semantics"].default)).upper()
        if semantics == "PATCH":
            open(adds, "w").close()
        if semantics in ("PATCH", "OVERRIDE"):
            config["write_semantics"] = "OVERRIDE"
    wanted = config.get("stateful_ingestion")
    if wanted is not None and not isinstance(wanted, dict):
        return
    if "stateful_ingestion" in fields and read.get("pipeline_name") and (wanted is None or wanted.get("enabled")):
        config["stateful_ingestion"] = {**(wanted or {}), "enabled": True, "state_provider": {"type": "cairn", "config": {"filename": state}}}
    read["source"]["config"] = config
    with open(recipe, "w") as file:
        json.dump(read, file)

if state:
    keep_state()
sys.argv = ["datahub", *(["--debug"] if os.environ.get("CAIRN_DEBUG") else []), "ingest", "run", "-c", recipe, "--report-to", report, "--no-spinner"]
if task == "test":
    sys.argv.append("--test-source-connection")
from datahub.entrypoints import main
sys.exit(main())
`;
