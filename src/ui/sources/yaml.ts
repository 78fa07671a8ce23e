/**
 * YAML and JSON. The library is loaded with the first text.
 */

/** @throws Error saying where the text cannot be read */
export async function readYaml(text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return parse(text, { prettyErrors: true });
  } catch (error) {
    throw new Error(`The text is no YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
}

export async function yamlOf(value: unknown): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 0 });
}
