import { Link } from '../route.ts';

/** Leads to the page of a run. @param label what stands there instead of its name */
export function RunLink({ run, label }: { readonly run: string; readonly label?: string }) {
  return <Link href={`/activity/runs?run=${encodeURIComponent(run)}`}>{label ?? <code>{run}</code>}</Link>;
}
