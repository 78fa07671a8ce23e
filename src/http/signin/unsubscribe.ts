/**
 * `/unsubscribe`: the link in mails. A mail program posts to it with one click (RFC 8058); a browser is led to a page that asks first, since
 * programs that only look at links must stop nothing.
 */
import { wrongMailLink } from '../../errors.ts';
import { redirect } from '../answer/redirect.ts';
import { sendNothing } from '../answer/send.ts';
import { readText } from '../request/body.ts';
import type { Handler } from '../types.ts';
import type { Attempts } from './attempts.ts';

export interface UnsubscribeParts {
  /** Stops the mails to a person; false if the signature is not theirs. Undefined without mails. */
  readonly stopMails: ((person: string, signature: string) => Promise<boolean>) | undefined;
  /** The address of the pages below this server, with a slash at its end. */
  readonly home: string;
}

export type UnsubscribeHandlers = Readonly<Record<'unsubscribe' | 'askUnsubscribe', Handler>>;

const MOST_BYTES = 1024;

export function unsubscribeHandlers({ stopMails, home }: UnsubscribeParts, attempts: Attempts): UnsubscribeHandlers {
  return {
    async unsubscribe(context) {
      await readText(context, MOST_BYTES);
      const [person = '', signature = ''] = [context.query.person, context.query.signature].map((each) => [each].flat()[0]);
      const guess = { door: 'mail', address: context.state.address, who: person } as const;
      if (!(await attempts.make(guess, async () => stopMails?.(person, signature), Boolean))) throw wrongMailLink();
      context.state.trail.about(`no more mails to ${person}`);
      sendNothing(context);
    },
    async askUnsubscribe(context) {
      redirect(context, `${home}mails?${context.querystring}`);
    },
  };
}
