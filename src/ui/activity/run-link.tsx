import { Link } from '../route.ts';

/** The name of a run, which leads to its page. */
export function RunLink({ run }: { readonly run: string }) {
  return (
    <Link href={`/activity/runs?run=${encodeURIComponent(run)}`}>
      <code>{run}</code>
    </Link>
  );
}
