/** The parts of the compose specification that the compose files use, as a JSON Schema. Anything else is an error. */

const text = { type: 'string', minLength: 1 };
const duration = { type: 'string', pattern: '^(\\d+h)?(\\d+m)?(\\d+s)?(\\d+ms)?$', minLength: 2 };

const healthcheck = {
  type: 'object',
  required: ['test', 'interval', 'timeout', 'retries', 'start_period'],
  additionalProperties: false,
  properties: {
    test: {
      type: 'array',
      items: text,
      minItems: 2,
      anyOf: [{ prefixItems: [{ const: 'CMD' }] }, { prefixItems: [{ const: 'CMD-SHELL' }], maxItems: 2 }],
    },
    interval: duration,
    timeout: duration,
    start_period: duration,
    retries: { type: 'integer', minimum: 1 },
  },
};

const service = {
  type: 'object',
  oneOf: [{ required: ['image'] }, { required: ['build'] }],
  required: ['restart', 'environment', 'healthcheck', 'stop_grace_period'],
  additionalProperties: false,
  properties: {
    image: { type: 'string', pattern: '^[a-z0-9./_-]+:[A-Za-z0-9._-]+$' },
    build: text,
    restart: { enum: ['no', 'always', 'on-failure', 'unless-stopped'] },
    // YAML would parse `true` and `8080` as other types than text.
    environment: { type: 'object', propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }, additionalProperties: text },
    volumes: { type: 'array', items: { type: 'string', pattern: '^(\\./)?[a-z0-9.-]+:/\\S*$' }, uniqueItems: true },
    ports: { type: 'array', items: text, uniqueItems: true },
    depends_on: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['condition'],
        additionalProperties: false,
        properties: { condition: { enum: ['service_started', 'service_healthy', 'service_completed_successfully'] } },
      },
    },
    healthcheck,
    stop_grace_period: duration,
  },
};

export const composeSchema = {
  type: 'object',
  required: ['name', 'services', 'volumes'],
  additionalProperties: false,
  // Parts that several services share.
  patternProperties: { '^x-': { type: 'object' } },
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' },
    services: { type: 'object', minProperties: 1, propertyNames: { pattern: '^[a-zA-Z0-9._-]+$' }, additionalProperties: service },
    volumes: { type: 'object', additionalProperties: { type: 'null' } },
  },
};

export interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck: { readonly test: readonly string[] };
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
}
