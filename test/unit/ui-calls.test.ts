/** What the pages have asked the server, as commands for a shell. */
import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { curlOf, inOrder, titleOf } from '../../src/ui/frame/call-text.ts';

const read = { method: 'GET', address: '/catalog/openapi/v3/entity/x?a=1&b=2', headers: {}, body: undefined };
const graph = (text: string) => ({
  method: 'POST',
  address: '/catalog/api/graphql',
  headers: { 'Content-Type': 'application/json' },
  body: { query: text, variables: { text: `it's "quoted" $HOME \`x\` \\` } },
});

/** The arguments that a shell would pass on. */
function argumentsOf(command: string): string[] {
  const text = execFileSync('sh', ['-c', `curl() { for each; do printf '%s\\0' "$each"; done; }; CAIRN_TOKEN=secret; ${command}`], {
    encoding: 'utf8',
  });
  return text.split('\0').slice(0, -1);
}

describe('A recorded request as a command', () => {
  it('is what the shell passes on, whatever is in the body', () => {
    const sent = graph('query find { x }');
    expect(argumentsOf(curlOf(sent, 'http://host:1', false))).to.deep.equal([
      '-X',
      'POST',
      'http://host:1/catalog/api/graphql',
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify(sent.body),
    ]);
  });

  it('has a place for the token, which the shell fills in', () => {
    expect(argumentsOf(curlOf(read, 'https://host', true))).to.deep.equal([
      'https://host/catalog/openapi/v3/entity/x?a=1&b=2',
      '-H',
      'Authorization: Bearer secret',
    ]);
    expect(curlOf(read, 'https://host', false)).not.to.include('Authorization');
  });

  it('has the operation or the path as its title; requests for names come last', () => {
    const [find, names] = [graph('query find($a: Int) { x }'), graph('query names { x }')];
    expect([find, read].map((each) => titleOf(each, '/catalog/'))).to.deep.equal(['/api/graphql find', '/openapi/v3/entity/x']);
    expect(inOrder([read, find, names])).to.deep.equal([find, read, names]);
  });
});
