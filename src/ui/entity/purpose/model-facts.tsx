import type { EntityView } from '../../api/entity.ts';
import { listIn } from '../../data/labels.ts';
import { Part } from '../../parts/part.tsx';
import { Table } from '../../parts/table.tsx';

interface Measure {
  readonly name: string;
  readonly value?: string;
  readonly description?: string;
}

/** The metrics and parameters of a machine learning model. Nothing for other types. */
export function ModelFacts({ entity: { aspects } }: { readonly entity: EntityView }) {
  const value = aspects.mlModelProperties?.value;
  const training = listIn<Measure>(value, 'trainingMetrics');
  const online = listIn<Measure>(value, 'onlineMetrics');
  const names = [...new Set([...training, ...online].map(({ name }) => name))];
  const parameters = listIn<Measure>(value, 'hyperParams');
  return (
    <>
      {names.length > 0 && (
        <Part title="Metrics">
          <ul class="figures tiles">
            {names.map((name) => (
              <Metric key={name} name={name} training={training} online={online} />
            ))}
          </ul>
        </Part>
      )}
      {parameters.length > 0 && (
        <Part title="Parameters" count={parameters.length}>
          <Table label="Parameters, table">
            {parameters.map(({ name, value: given, description }) => (
              <tr key={name}>
                <th scope="row" class="mono">
                  {name}
                </th>
                <td class="mono">{given}</td>
                <td class="muted">{description}</td>
              </tr>
            ))}
          </Table>
        </Part>
      )}
    </>
  );
}

function Metric({ name, training, online }: { readonly name: string; readonly training: readonly Measure[]; readonly online: readonly Measure[] }) {
  const of = (list: readonly Measure[]): Measure | undefined => list.find((each) => each.name === name);
  const [trained, live] = [of(training), of(online)];
  return (
    <li class="figure stack flush card">
      <span class="figure-name muted small">{name}</span>
      <strong class="figure-value number">{(trained ?? live)?.value ?? '–'}</strong>
      <span class="muted small">{trained && live ? `${live.value} in use` : trained ? 'in training' : 'in use'}</span>
    </li>
  );
}
