/** Where Cairn leads browsers: any text becomes an address. */
import { expect } from 'chai';
import { safeAddress } from '../../src/http/answer/redirect.ts';

describe('An address that Cairn leads to', () => {
  it('stays as it is where it is one, also what is encoded in it', () => {
    for (const address of ['/tags', '/search?query=a%20b&page=2#x', 'https://[::1]:8080/a?b=%E6%97%A5+c', "/a:b@c!$&'()*+,;=~"])
      expect(safeAddress(address)).to.equal(address);
  });

  it('has no character that a header or an address cannot have', () => {
    expect(safeAddress('/search?query=日本')).to.equal('/search?query=%E6%97%A5%E6%9C%AC');
    expect(safeAddress('/a\r\nSet-Cookie: x=1\0')).to.equal('/a%0D%0ASet-Cookie:%20x=1%00');
    expect(safeAddress('/\ud800\\"é😀\udc00')).to.equal('/%EF%BF%BD%5C%22%C3%A9%F0%9F%98%80%EF%BF%BD');
    for (let code = 0; code < 0x300; code++) expect(safeAddress(`/${String.fromCharCode(code)}`)).to.match(/^[!-~]+$/);
  });
});
