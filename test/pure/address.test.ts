/** The address that a request comes from (docs/operations.md 4). */
import { expect } from 'chai';
import { type Connection, whereFrom } from '../../src/http/request/address.ts';
import { readNetworks } from '../../src/networks.ts';

const from = (peer: string, forwarded = '', trusted = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']): string => {
  const connection: Connection = { peer, forwarded };
  return whereFrom(readNetworks(trusted), connection);
};

describe('The address of a request', () => {
  it('is that of the other end, IPv4 as such, of IPv6 the network of a customer', () => {
    expect(from('192.0.2.7')).to.equal('192.0.2.7');
    expect(from('::ffff:192.0.2.7')).to.equal('192.0.2.7');
    expect(from('2001:db8:1:2:3:4:5:6')).to.equal(from('2001:DB8:1:0002::9'));
    expect(from('2001:db8:1:2:3:4:5:6')).to.not.equal(from('2001:db8:1:3:3:4:5:6'));
    expect([from('2001:db8::1'), from('2001:db8:0:0:1::'), from('::1')]).to.deep.equal(['2001:db8:0:0::/64', '2001:db8:0:0::/64', '0:0:0:0::/64']);
    expect(from('')).to.equal('');
  });

  // SECURITY.md S20
  it('is what trusted proxies say, and nobody else', () => {
    expect(from('192.0.2.7', '198.51.100.1')).to.equal('192.0.2.7');
    expect(from('127.0.0.1', '198.51.100.1', [])).to.equal('127.0.0.1');
    expect(from('127.0.0.1', '198.51.100.1')).to.equal('198.51.100.1');
    expect(from('::ffff:10.1.2.3', '203.0.113.9, 198.51.100.1:4711, 10.0.0.2')).to.equal('198.51.100.1');
    expect(from('fd00::1', '[2001:db8::1]:443')).to.equal('2001:db8:0:0::/64');
    for (const junk of ['', 'unknown', 'a, b', '1.2.3', '198.51.100.1, unknown', ',']) expect(from('127.0.0.1', junk), junk).to.equal('127.0.0.1');
    expect(from('127.0.0.1', '10.0.0.1')).to.equal('10.0.0.1');
  });

  it('needs networks that are ones', () => {
    for (const wrong of ['x', '10.0.0.0/40', '10.0.0.0/x', '10.0.0', '::/129', '10.0.0.0/']) expect(() => readNetworks([wrong]), wrong).to.throw();
  });
});
