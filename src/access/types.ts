/**
 * What a decision is about: who acts, on what, and what would change. All URNs are canonical.
 */

/** A user, with all groups and roles that count: those that exist. */
export interface Actor {
  readonly urn: string;
  readonly groups: ReadonlySet<string>;
  /** Roles of the user and of the groups. */
  readonly roles: ReadonlySet<string>;
}

export interface Owner {
  readonly owner: string;
  /** URN of the type of ownership, if it is stated. */
  readonly type: string | undefined;
}

/** An entity as policies see it. */
export interface Resource {
  readonly urn: string;
  readonly type: string;
  readonly owners: readonly Owner[];
  /** With their ancestors, as are containers. */
  readonly domains: readonly string[];
  readonly containers: readonly string[];
  readonly tags: readonly string[];
  readonly instances: readonly string[];
  /** The groups that a user is in. */
  readonly groups: readonly string[];
  /** The roles that a user or a group has. */
  readonly roles: readonly string[];
  /** Who made it, if it is a token. */
  readonly holders: readonly string[];
  /** Whose it is, if it is a view that only one sees. */
  readonly viewOf?: string | undefined;
  /** The tags of its columns, by path, where somebody asks about them. */
  readonly columnTags?: ReadonlyMap<string, readonly string[]>;
}

/** The part of an entity that a question is about. */
export interface AspectPart {
  readonly aspect: string;
  /** The tags of each column, if it is about columns. */
  readonly columns?: readonly (readonly string[])[] | undefined;
}

/** A change of one aspect, as the commit decides it. */
export interface AspectChange {
  readonly urn: string;
  readonly type: string;
  readonly aspect: string;
  /** The aspect as it is and as it would be; undefined where there is none. */
  readonly before: unknown;
  readonly after: unknown;
  /** The entity does not exist before this request. */
  readonly creates: boolean;
  /** Of a new entity: the domains that the request puts it in. */
  readonly domains?: readonly string[] | undefined;
  /** The whole entity is deleted. */
  readonly erases: boolean;
}
