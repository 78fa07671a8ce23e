/**
 * Sends one mail through the SMTP server of the settings.
 */
import nodemailer from 'nodemailer';

export interface MailSettings {
  /** `smtp://user:password@host:587`, or `smtps:`. */
  readonly smtpUrl: string;
  readonly from: string;
  /** The address of the pages, without a slash at the end. */
  readonly base: string;
}

interface Mail {
  /** Unique; a mail that is sent again has the same. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The query of the link that stops the mails to this person. */
  readonly leave: string;
}

interface PostResult {
  /** Why the mail was not taken; undefined if it was. */
  readonly error?: string;
  /** The server will never take it. */
  readonly never?: boolean;
}

export interface Post {
  send(mail: Mail): Promise<PostResult>;
  close(): void;
}

/** How long the server may take to answer, ms. */
const PATIENCE_MS = 20_000;

export function openPost({ smtpUrl, from, base }: MailSettings): Post {
  const patience = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS };
  const transport = nodemailer.createTransport({ url: smtpUrl, ...patience });
  const host = new URL(base).hostname;
  return {
    async send({ id, to, subject, text, leave }) {
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          messageId: `<${id}@${host}>`,
          headers: {
            'List-Unsubscribe': `<${base}/unsubscribe?${leave}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            'Auto-Submitted': 'auto-generated',
          },
        });
        return {};
      } catch (error) {
        // Only an answer about this mail is final: a refused login or an unknown sender is of the settings.
        const { responseCode, code, message } = error as { responseCode?: number; code?: string; message?: string };
        const never = responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
        return { error: message ?? String(error), never };
      }
    },
    close: () => transport.close(),
  };
}
