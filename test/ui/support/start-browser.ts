/**
 * A real browser: the Chromium that `npm ci` brings, or the one of the system.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import packed from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Where systems keep it. */
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/opt/google/chrome/chrome'];
const ARGUMENTS = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--force-color-profile=srgb', '--font-render-hinting=none'];

/** Undefined where none can run. */
export async function startBrowser(): Promise<Browser | undefined> {
  const brought = await packed.executablePath().catch(() => undefined);
  const first = await launch(brought);
  if (first) return first;
  // The libraries that come with it: a bare system lacks them.
  const withLibraries = brought === undefined ? undefined : await launch(brought, { LD_LIBRARY_PATH: unpackedLibraries() });
  if (withLibraries) return withLibraries;
  for (const executablePath of SYSTEM) {
    const browser = await launch(executablePath);
    if (browser) return browser;
  }
  return undefined;
}

async function launch(executablePath: string | undefined, env: Record<string, string> = {}): Promise<Browser | undefined> {
  if (executablePath === undefined || !existsSync(executablePath)) return undefined;
  return chromium.launch({ executablePath, args: ARGUMENTS, env: { ...process.env, ...env } as Record<string, string> }).catch(() => undefined);
}

function unpackedLibraries(): string {
  const own = path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'));
  const folder = mkdtempSync(path.join(os.tmpdir(), 'cairn-browser-'));
  execFileSync('tar', ['-x', '-C', folder], { input: brotliDecompressSync(readFileSync(path.join(own, '../../bin/al2023.tar.br'))) });
  return path.join(folder, 'lib');
}
