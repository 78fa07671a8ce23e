/**
 * An identity provider that takes any code, as often as it comes, and says of people whatever a test wants. Real ones do neither.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface LenientProvider {
  readonly issuer: string;
  /** What it says from now on of who comes. */
  says(claims: Readonly<Record<string, unknown>>): void;
  stop(): void;
}

/** @param client the id of who asks */
export async function startLenientProvider(client: string): Promise<LenientProvider> {
  const keys = await generateKeyPair('RS256', { extractable: true });
  let claims: Readonly<Record<string, unknown>> = {};
  const server = createServer(async ({ url }, answer) => {
    const said = async (): Promise<object> => {
      if (url === '/jwks') return { keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig', kid: 'own' }] };
      if (url !== '/token')
        return {
          issuer,
          authorization_endpoint: `${issuer}/begin`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
        };
      const now = Math.floor(Date.now() / 1_000);
      const token = new SignJWT({ iss: issuer, aud: client, iat: now, exp: now + 300, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'own' });
      return { access_token: 'x', token_type: 'Bearer', id_token: await token.sign(keys.privateKey) };
    };
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify(await said()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    says: (more) => {
      claims = more;
    },
    stop: () => void server.close(),
  };
}
