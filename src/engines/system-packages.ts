/**
 * How to install what this machine lacks: the command of its package manager, or of each that is common.
 */
import { existsSync } from 'node:fs';

/** Package managers: a file that shows that there is one, and the beginning of its command. */
const MANAGERS = {
  apt: [['/usr/bin/apt-get'], 'sudo apt-get install -y'],
  dnf: [['/usr/bin/dnf'], 'sudo dnf install -y'],
  brew: [['/opt/homebrew/bin/brew', '/usr/local/bin/brew'], 'brew install'],
} as const;

const SYSTEMS = { apt: 'Debian and Ubuntu', dnf: 'Fedora', brew: 'Homebrew' } as const;

type Manager = keyof typeof MANAGERS;

/** The packages that bring a tool. Those of Maven bring a Java, too. */
const PACKAGES = {
  java: { apt: 'openjdk-17-jre-headless', dnf: 'java-21-openjdk-headless', brew: '--cask temurin@21' },
  maven: { apt: 'maven', dnf: 'maven', brew: 'maven' },
  pip: { apt: 'python3-pip', dnf: 'python3-pip', brew: 'python' },
} as const;

export type Tool = keyof typeof PACKAGES;

/** @param isThere tells whether a file exists */
export function installing(tool: Tool, isThere: (file: string) => boolean = existsSync): string {
  const all = Object.keys(MANAGERS) as Manager[];
  const own = all.find((each) => MANAGERS[each][0].some(isThere));
  const command = (each: Manager): string => `${MANAGERS[each][1]} ${PACKAGES[tool][each]}`;
  return own ? command(own) : all.map((each) => `${command(each)} (${SYSTEMS[each]})`).join(', ');
}
