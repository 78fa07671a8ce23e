import { useEffect, useState } from 'preact/hooks';
import { onStarting } from '../api/starting.ts';
import { Spinner } from '../parts/spinner.tsx';

/** Says why the page waits while Cairn is starting. */
export function Starting() {
  const [is, set] = useState(false);
  useEffect(() => onStarting(set), []);
  return is ? <Spinner label="Cairn is starting. This page goes on by itself" /> : null;
}
