/**
 * The names of a namespace: URN scheme, record package, headers, ids (docs/semantics.md 18.2). Only this file spells them out; model files,
 * Cypher and other code use the neutral parts.
 */
export type Namespace = 'svc' | 'datahub';

export interface Names {
  /** What `API_NAMESPACE` calls them. */
  readonly namespace: Namespace;
  /** First part of the ids of data types and entity types: `svc.string`. */
  readonly word: string;
  /** `urn:svc:` */
  readonly urnPrefix: string;
  /** `com.svc` */
  readonly package: string;
  /** Segment of the docs page: `/rpc/docs`. */
  readonly docsSegment: string;
  readonly headers: {
    readonly protocol: string;
    readonly method: string;
    readonly error: string;
    readonly syncIndex: string;
    readonly actor: string;
    /** URN of a user: the request is answered as to this one. */
    readonly lookAs: string;
    readonly warning: string;
    readonly indexLag: string;
    readonly indexState: string;
    /** The number of a commit in the log. */
    readonly seq: string;
    /** The life of the store that the commit belongs to. */
    readonly epoch: string;
  };
  /** The class that an RPC error body names (docs/semantics.md 1.1). */
  readonly exceptionClass: string;
  /** User name of the actor of unauthenticated writes (docs/semantics.md 4.2). */
  readonly systemActor: string;
  /** The name under which `GET /config` reports the version of the server. */
  readonly product: string;
  /** The version that clients of this namespace expect. If absent, Cairn's own. */
  readonly clientVersion: string | undefined;
  /** Whether search answers contain objects where the API has URNs, as clients of this namespace expect (docs/semantics.md 18.2). */
  readonly objectsInSearch: boolean;
  /** Whether v3 answers one aspect only as `{value}`, as clients of this namespace expect. */
  readonly aspectsAlone: boolean;
  /** Records that have another name in this namespace: neutral name below the package → name below the package. */
  readonly renamedRecords: Readonly<Record<string, string>>;
}

const NAMES: Record<Namespace, Names> = {
  svc: {
    namespace: 'svc',
    word: 'svc',
    urnPrefix: 'urn:svc:',
    package: 'com.svc',
    docsSegment: 'rpc',
    headers: {
      protocol: 'X-Svc-Protocol-Version',
      method: 'X-Svc-Method',
      error: 'X-Svc-Error-Response',
      syncIndex: 'X-Svc-Sync-Index-Update',
      actor: 'X-Svc-Actor',
      lookAs: 'X-Svc-Look-As',
      warning: 'X-Svc-Warning',
      indexLag: 'X-Svc-Index-Lag',
      indexState: 'X-Svc-Index-State',
      seq: 'X-Svc-Seq',
      epoch: 'X-Svc-Epoch',
    },
    exceptionClass: 'com.svc.rpc.server.RpcServiceException',
    systemActor: '__svc_system',
    product: 'cairn/cairn',
    clientVersion: undefined,
    objectsInSearch: false,
    aspectsAlone: false,
    renamedRecords: {},
  },
  datahub: {
    namespace: 'datahub',
    word: 'datahub',
    urnPrefix: 'urn:li:',
    package: 'com.linkedin',
    docsSegment: 'restli',
    headers: {
      protocol: 'X-RestLi-Protocol-Version',
      method: 'X-RestLi-Method',
      error: 'X-RestLi-Error-Response',
      syncIndex: 'X-DataHub-Sync-Index-Update',
      actor: 'X-DataHub-Actor',
      lookAs: 'X-DataHub-Look-As',
      warning: 'X-DataHub-Warning',
      indexLag: 'X-DataHub-Index-Lag',
      indexState: 'X-DataHub-Index-State',
      seq: 'X-DataHub-Seq',
      epoch: 'X-DataHub-Epoch',
    },
    exceptionClass: 'com.linkedin.restli.server.RestLiServiceException',
    systemActor: '__datahub_system',
    product: 'acryldata/datahub',
    clientVersion: 'v1.7.0',
    objectsInSearch: true,
    aspectsAlone: true,
    renamedRecords: { 'schema.StreamSchema': 'schema.KafkaSchema' },
  },
};

/** The namespace of a store whose first start names none comes first. */
export const NAMESPACES = ['svc', 'datahub'] as const satisfies readonly Namespace[];

export function namesOf(namespace: Namespace): Names {
  return NAMES[namespace];
}

/** What to do with a name of the other namespace, as the end of a sentence: somebody has to start another catalog for it. */
function otherCatalog(own: Names, other: Namespace): string {
  const whose = other === 'datahub' ? "DataHub's clients need" : `names with ${NAMES[other].urnPrefix} need`;
  return `the names of this catalog are ${own.urnPrefix}…, ${own.package}.… and ${own.headers.actor}; ${whose} a catalog that was first started with API_NAMESPACE=${other}`;
}

/** Why a text cannot be a URN or the name of a record here: it is one of the other namespace. `undefined` if it is not. */
export function foreignName(names: Names, text: string): string | undefined {
  const other = NAMESPACES.find(
    (each) => NAMES[each] !== names && [NAMES[each].urnPrefix, `${NAMES[each].package}.`].some((start) => text.startsWith(start)),
  );
  return other && `is of another namespace: ${otherCatalog(names, other)}`;
}

/** The headers of the other namespaces, in lower case, and why they cannot count here. */
export function foreignHeaders(names: Names): { readonly header: string; readonly problem: string }[] {
  const own = new Set(Object.values(names.headers));
  return NAMESPACES.flatMap((each) =>
    Object.values(NAMES[each].headers)
      .filter((header) => !own.has(header))
      .map((header) => ({ header: header.toLowerCase(), problem: `is of another namespace: ${otherCatalog(names, each)}` })),
  );
}

/** Full name of a record, from its name below the package. */
export function recordName(names: Names, record: string): string {
  return `${names.package}.${names.renamedRecords[record] ?? record}`;
}

/** Replaces `{ns}`, `{urn}` and `{system}` in texts of seed entities. */
export function fillNames(names: Names, text: string): string {
  return text.replaceAll('{urn}', names.urnPrefix.slice(0, -1)).replaceAll('{ns}', names.word).replaceAll('{system}', names.systemActor);
}
