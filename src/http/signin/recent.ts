/**
 * What was touched last, by name: what was not touched for longest is forgotten when there are too many. So memory has a limit, whatever names come.
 */
export interface Recent<Value> {
  get(name: string): Value | undefined;
  /** Puts it, as the newest. */
  touch(name: string, value: Value): void;
  drop(name: string): void;
}

export function makeRecent<Value>(most: number): Recent<Value> {
  const values = new Map<string, Value>();
  return {
    get: (name) => values.get(name),
    touch(name, value) {
      values.delete(name);
      values.set(name, value);
      if (values.size <= most) return;
      const [oldest] = values.keys();
      if (oldest !== undefined) values.delete(oldest);
    },
    drop: (name) => void values.delete(name),
  };
}
