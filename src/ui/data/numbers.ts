/**
 * Formats numbers and times for people.
 */
import { spaced } from './words.ts';

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const BYTES = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** `1,234,567` */
export function full(value: number): string {
  return WHOLE.format(value);
}

/** `1.2M`, for the labels of an axis. */
export function short(value: number): string {
  return Math.abs(value) < 1000 ? full(value) : SHORT.format(value);
}

/** `3.4 GB`, in powers of a thousand. */
export function bytes(value: number): string {
  let rest = value;
  let unit = 0;
  while (Math.abs(rest) >= 1000 && unit < BYTES.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${rest.toLocaleString('en-US', { maximumSignificantDigits: 3 })} ${BYTES[unit]}`;
}

/** `12.5%` for a proportion. */
export function percent(value: number): string {
  return `${(value * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
}

/** `12 Nov 2026`, with the time of day if it is not midnight. In UTC, like the windows of series. */
export function utcTime(time: number): string {
  const date = new Date(time);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return time % 86_400_000 === 0 ? day : `${day}, ${date.toISOString().slice(11, 16)}`;
}

/** `Unique user count` for `uniqueUserCount`. */
export function words(name: string): string {
  return spaced(name);
}

/** `3 min 20 s` */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return ms < 1000 ? `${Math.round(ms)} ms` : `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
