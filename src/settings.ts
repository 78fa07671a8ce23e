/**
 * The settings. They are a pure function of the environment, and no other code reads the environment.
 */
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from './errors.ts';
import { FORMATS, LEVELS } from './log.ts';
import { isLoopback } from './loopback.ts';
import { nearestName } from './near-names.ts';
import { readNetworks } from './networks.ts';

const empty = (value: unknown): unknown => (value === '' ? undefined : value);
/** A setting: an empty text is none. */
const given = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(empty, schema);
const optional = given(z.string().optional());
const flag = given(z.enum(['true', 'false'], { error: 'expected true or false' }).default('false')).transform((text) => text === 'true');

/** A name or an address, perhaps with a port. */
const HOST_NAME = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/;

/** Cookies and codes go there: without TLS only where no network is between. */
function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, href, origin } = new URL(text);
  return href === `${origin}/` && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

function listIn(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

const ENVIRONMENT = z.object({
  PORT: given(z.coerce.number({ error: 'expected a port, 0 to 65535' }).int().min(0).max(65535).default(8080)),
  HOST: given(z.string().default('127.0.0.1')),
  /** The folder of the local engines' data and of Cairn's lock file. */
  DATA_DIR: given(z.string().default('./data')),
  /** The folder of downloaded engines, one for each user. */
  CACHE_DIR: given(z.string().optional()),
  NEO4J_URI: given(
    z
      .string()
      .regex(/^(bolt|neo4j)(\+s|\+ssc)?:\/\//, 'expected an address such as bolt://localhost:7687')
      .refine((text) => !text.includes('@'), 'expected no user and password here: set NEO4J_USERNAME and NEO4J_PASSWORD')
      .optional(),
  ),
  NEO4J_USERNAME: given(z.string().default('neo4j')),
  NEO4J_PASSWORD: optional,
  /** An unpacked Neo4j 5.26 to run instead of a downloaded one. */
  NEO4J_HOME: optional,
  /** The Java that runs a local Neo4j; if undefined, the one on the PATH. */
  JAVA_HOME: optional,
  /** One address, or those of all nodes of a cluster. */
  TYPESENSE_URL: z.preprocess(
    (value) => (typeof value === 'string' && value.trim() !== '' ? value.split(',').map((each) => each.trim().replace(/\/+$/, '')) : undefined),
    z
      .array(
        z
          .url({ protocol: /^https?$/, error: 'expected an address such as http://localhost:8108, or several separated by commas' })
          .refine((text) => !/[@?#]/.test(text), 'expected no user, password or parameters here: set TYPESENSE_API_KEY'),
      )
      .refine((urls) => new Set(urls).size === urls.length, 'expected each address once')
      .optional(),
  ),
  TYPESENSE_API_KEY: optional,
  /** The namespace of a new store; without it svc. A store keeps its own. */
  API_NAMESPACE: given(z.enum(['svc', 'datahub'], { error: 'expected svc or datahub' }).optional()),
  MODEL_DIR: optional,
  BASE_PATH: given(
    z
      .string()
      .regex(/^(\/[^/\s]+)*$/, 'expected a path such as /catalog, without a slash at the end')
      .default(''),
  ),
  AUTH_TOKENS_FILE: optional,
  /** Where people reach Cairn: identity providers and programs send them back to it, and links in mails begin with it. */
  PUBLIC_URL: given(
    z
      .string()
      .refine(isPublicUrl, 'expected the address that people type, without a path, such as https://catalog.example.com; http only on this machine')
      .transform((text) => new URL(text).origin)
      .optional(),
  ),
  /** The identity providers. */
  OIDC_FILE: optional,
  /** The server that takes mails to people; without it there are none. */
  SMTP_URL: given(
    z.url({ protocol: /^smtps?$/, error: 'expected an address such as smtp://user:password@mail.example.com:587, or smtps:' }).optional(),
  ),
  /** Who the mails are from. */
  MAIL_FROM: optional,
  /** Do policies decide what users of run-time tokens read, too? */
  READ_POLICIES: flag,
  /** Cairn takes no writes when the disk of its engines has less than so many MB left. */
  DISK_RESERVE_MB: given(
    z.coerce.number({ error: 'expected a whole number of MB, 0 for none' }).int().min(0, 'expected a whole number of MB, 0 for none').default(256),
  ),
  /** How long health is 503 after SIGTERM while requests are still served, so that a balancer sends them elsewhere. */
  DRAIN_SECONDS: given(
    z.coerce.number({ error: 'expected seconds, 0 to 300' }).min(0, 'expected seconds, 0 to 300').max(300, 'expected seconds, 0 to 300').default(5),
  ),
  /** Further names of this server, as a browser shows them in its address bar. */
  ALLOWED_HOSTS: given(
    z
      .string()
      .default('')
      .transform((text) => listIn(text.toLowerCase()))
      .refine(
        (hosts) => hosts.every((each) => HOST_NAME.test(each)),
        'expected host names separated by commas, such as catalog.example.com,catalog:8443',
      ),
  ),
  /** Their `X-Forwarded-For` says whom they serve. */
  TRUSTED_PROXIES: given(
    z
      .string()
      .default('')
      .transform((text, { addIssue }) => {
        try {
          return readNetworks(listIn(text));
        } catch {
          addIssue('expected addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8');
          return z.NEVER;
        }
      }),
  ),
  /** Allows other machines to use Cairn without authentication. */
  ALLOW_OPEN: flag,
  STRICT_FIELDS: flag,
  RETENTION_VERSIONS: given(z.coerce.number({ error: 'expected a whole number, 1 or more' }).int().min(1).optional()),
  /** How long the log of commits is kept. What follows it more slowly has to start anew. */
  CHANGES_DAYS: given(z.coerce.number({ error: 'expected days, more than 0' }).positive('expected days, more than 0').default(30)),
  CHANGES_COMMITS: given(
    z.coerce.number({ error: 'expected a whole number, 1 or more' }).int().min(1, 'expected a whole number, 1 or more').default(1_000_000),
  ),
  /** May webhooks call private addresses, such as other machines of the own network? */
  WEBHOOK_PRIVATE_TARGETS: flag,
  /** How long a target may refuse an event before its webhook is set aside. */
  WEBHOOK_HOURS: given(z.coerce.number({ error: 'expected hours, more than 0' }).positive('expected hours, more than 0').default(24)),
  /** Encrypts the values of secrets. */
  SECRETS_KEY: given(
    z
      .base64('expected 32 bytes in base64, as openssl rand -base64 32 prints them')
      .transform((text) => Buffer.from(text, 'base64'))
      .refine((key) => key.length === 32, 'expected 32 bytes in base64, as openssl rand -base64 32 prints them')
      .optional(),
  ),
  /** Does Cairn run recipes? They run code and read files, so only the operator says so. */
  INGESTION: flag,
  /** How many recipes this server runs at a time. */
  INGESTION_RUNS: given(z.coerce.number({ error: 'expected 1 to 16' }).int().min(1, 'expected 1 to 16').max(16, 'expected 1 to 16').default(1)),
  /** How long a recipe may run. */
  INGESTION_MINUTES: given(
    z.coerce
      .number({ error: 'expected minutes, 1 to 10000' })
      .min(1, 'expected minutes, 1 to 10000')
      .max(10_000, 'expected minutes, 1 to 10000')
      .default(720),
  ),
  /** How much memory a recipe may ask for. */
  INGESTION_MEMORY_MB: given(z.coerce.number({ error: 'expected MB, 512 or more' }).int().min(512, 'expected MB, 512 or more').default(4096)),
  /** Words that mean the same, for search. */
  SYNONYMS_FILE: optional,
  LOG_FORMAT: given(z.enum(FORMATS, { error: `expected one of ${FORMATS.join(', ')}` }).optional()),
  /** How long a request may take before Cairn answers 503. A write that has begun is still completed. */
  REQUEST_SECONDS: given(
    z.coerce
      .number({ error: 'expected seconds, 1 to 3600' })
      .min(1, 'expected seconds, 1 to 3600')
      .max(3600, 'expected seconds, 1 to 3600')
      .default(60),
  ),
  LOG_LEVEL: given(z.enum(LEVELS, { error: `expected one of ${LEVELS.join(', ')}` }).default('info')),
});

/** A wrong value in the form that Cairn may print: what precedes an @ or follows a ? may be a password or a key. */
function withoutSecrets(value: string): string {
  return value.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1…@').replace(/[?#].*$/s, '?…');
}

export type Settings = ReturnType<typeof readSettings>;

/** Where engines are kept without CACHE_DIR. */
export function defaultCache(env: NodeJS.ProcessEnv): string {
  return path.join(env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'cairn');
}

/** What pip may know of the environment: programs, proxies, certificates, and where packages come from. */
const FOR_TOOLS = /^(PATH|HOME|LANG|LC_\w+|TMPDIR|XDG_\w+|PIP_\w+|(HTTPS?|NO|ALL)_PROXY|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE)$/i;

/** The part of the environment that tools of this machine get. Keys and passwords of Cairn are not in it. */
export function toolEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (FOR_TOOLS.test(name) && value !== undefined ? [[name, value]] : [])));
}

/**
 * Reads the settings and reports all mistakes together.
 *
 * @throws StartError that names each wrong variable, its value and what was expected
 */
export function readSettings(env: NodeJS.ProcessEnv) {
  const slips = Object.keys(env).flatMap((name) => {
    const meant = env[name] === '' ? undefined : nearestName(name, Object.keys(ENVIRONMENT.shape));
    return meant === undefined ? [] : [`${name} is not a setting: if you mean ${meant}, rename it, otherwise unset it`];
  });
  if (slips.length > 0) throw new StartError(`Wrong settings: ${slips.join('; ')}`);
  const read = ENVIRONMENT.safeParse(env);
  if (!read.success) {
    const mistakes = read.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name}=${name.endsWith('_KEY') ? '…' : withoutSecrets(env[name] ?? '')}: ${issue.message}`;
    });
    throw new StartError(`Wrong settings: ${mistakes.join('; ')}`);
  }
  const s = read.data;
  if (s.SMTP_URL !== undefined && (s.PUBLIC_URL === undefined || s.MAIL_FROM === undefined)) {
    throw new StartError('Wrong settings: SMTP_URL needs PUBLIC_URL, for the links in mails, and MAIL_FROM, the address that they come from');
  }
  return {
    port: s.PORT,
    host: s.HOST,
    dataDir: path.resolve(s.DATA_DIR),
    cacheDir: path.resolve(s.CACHE_DIR ?? defaultCache(env)),
    neo4j: { uri: s.NEO4J_URI, username: s.NEO4J_USERNAME, password: s.NEO4J_PASSWORD, home: s.NEO4J_HOME, javaHome: s.JAVA_HOME },
    typesense: { urls: s.TYPESENSE_URL, apiKey: s.TYPESENSE_API_KEY },
    namespace: s.API_NAMESPACE,
    modelDir: s.MODEL_DIR === undefined ? undefined : path.resolve(s.MODEL_DIR),
    basePath: s.BASE_PATH,
    authTokensFile: s.AUTH_TOKENS_FILE,
    publicUrl: s.PUBLIC_URL,
    oidcFile: s.OIDC_FILE,
    readPolicies: s.READ_POLICIES,
    mail:
      s.SMTP_URL === undefined || s.MAIL_FROM === undefined
        ? undefined
        : { smtpUrl: s.SMTP_URL, from: s.MAIL_FROM, base: `${s.PUBLIC_URL}${s.BASE_PATH}` },
    allowedHosts: s.ALLOWED_HOSTS,
    trustedProxies: s.TRUSTED_PROXIES,
    allowOpen: s.ALLOW_OPEN,
    strictFields: s.STRICT_FIELDS,
    retentionVersions: s.RETENTION_VERSIONS,
    changes: { days: s.CHANGES_DAYS, commits: s.CHANGES_COMMITS },
    webhooks: { privateTargets: s.WEBHOOK_PRIVATE_TARGETS, suspendMs: s.WEBHOOK_HOURS * 3_600_000 },
    secretsKey: s.SECRETS_KEY,
    ingestion: s.INGESTION
      ? {
          runs: s.INGESTION_RUNS,
          limits: { ms: s.INGESTION_MINUTES * 60_000, memory: s.INGESTION_MEMORY_MB * 1024 ** 2 },
          toolEnv: toolEnvironment(env),
        }
      : undefined,
    synonymsFile: s.SYNONYMS_FILE,
    requestSeconds: s.REQUEST_SECONDS,
    diskReserveMb: s.DISK_RESERVE_MB,
    drainMs: s.DRAIN_SECONDS * 1_000,
    logLevel: s.LOG_LEVEL,
    logFormat: s.LOG_FORMAT,
  };
}

const UPDATE = ['SEARCH_INDEX_BUILDER_MAPPINGS_REINDEX', 'ENABLE_STRUCTURED_PROPERTIES_SYSTEM_UPDATE'];

/**
 * The variables that allow the system update to remove fields of the index (docs/operations.md 6), as `NAME=true`, without those that are
 * set.
 */
export function readUpdateSettings(env: NodeJS.ProcessEnv): string[] {
  return UPDATE.filter((name) => env[name] !== 'true').map((name) => `${name}=true`);
}
