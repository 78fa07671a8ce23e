/** Marks of platforms: letters and a colour that follow from the name. */
import { expect } from 'chai';
import { hueOf, lettersOf } from '../../src/ui/parts/platform-letters.ts';

describe('The mark of a platform', () => {
  it('has the first two letters, or those of the first two words', () => {
    expect(['snowflake', 'delta-lake', 's3', 'x', 'été', '数据', ''].map(lettersOf)).to.deep.equal(['Sn', 'Dl', 'S3', 'X', 'Ét', '数据', '?']);
  });

  it('has a hue on the circle, the same each time, and mostly another than others', () => {
    const names = ['snowflake', 'bigquery', 'redshift', 'databricks', 'postgres', 'mysql', 'hive', 'kafka', 'looker', 'tableau', 'airflow', 'dbt'];
    const hues = names.map(hueOf);
    expect(names.map(hueOf)).to.deep.equal(hues);
    expect(hues.every((hue) => hue >= 0 && hue < 360)).to.equal(true);
    expect(new Set(hues).size).to.be.at.least(11);
  });
});
