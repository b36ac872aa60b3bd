import type { LanguageFn } from 'highlight.js'

type Load = () => Promise<{ default: LanguageFn }>
type Language = { name: string; aliases: readonly string[]; load: Load }

/** Languages that are coloured. Each loads when a block in it is first seen. */
const languages: readonly Language[] = [
  {
    name: 'TypeScript',
    aliases: ['typescript', 'ts', 'tsx', 'mts', 'cts'],
    load: () => import('highlight.js/lib/languages/typescript'),
  },
  {
    name: 'JavaScript',
    aliases: ['javascript', 'js', 'jsx', 'mjs', 'cjs'],
    load: () => import('highlight.js/lib/languages/javascript'),
  },
  {
    name: 'Python',
    aliases: ['python', 'py', 'python3'],
    load: () => import('highlight.js/lib/languages/python'),
  },
  {
    name: 'Shell',
    aliases: ['bash', 'sh', 'shell', 'zsh', 'console'],
    load: () => import('highlight.js/lib/languages/bash'),
  },
  {
    name: 'JSON',
    aliases: ['json', 'jsonc', 'json5'],
    load: () => import('highlight.js/lib/languages/json'),
  },
  {
    name: 'HTML',
    aliases: ['html', 'xml', 'svg', 'xhtml', 'vue'],
    load: () => import('highlight.js/lib/languages/xml'),
  },
  {
    name: 'CSS',
    aliases: ['css', 'scss', 'less'],
    load: () => import('highlight.js/lib/languages/css'),
  },
  {
    name: 'SQL',
    aliases: ['sql', 'postgresql', 'sqlite', 'mysql'],
    load: () => import('highlight.js/lib/languages/sql'),
  },
  {
    name: 'YAML',
    aliases: ['yaml', 'yml'],
    load: () => import('highlight.js/lib/languages/yaml'),
  },
  {
    name: 'INI',
    aliases: ['ini', 'toml', 'env', 'dotenv'],
    load: () => import('highlight.js/lib/languages/ini'),
  },
  {
    name: 'Rust',
    aliases: ['rust', 'rs'],
    load: () => import('highlight.js/lib/languages/rust'),
  },
  { name: 'Go', aliases: ['go', 'golang'], load: () => import('highlight.js/lib/languages/go') },
  { name: 'Java', aliases: ['java'], load: () => import('highlight.js/lib/languages/java') },
  {
    name: 'C++',
    aliases: ['cpp', 'c++', 'cc', 'hpp', 'c', 'h', 'glsl'],
    load: () => import('highlight.js/lib/languages/cpp'),
  },
  {
    name: 'C#',
    aliases: ['csharp', 'cs', 'c#'],
    load: () => import('highlight.js/lib/languages/csharp'),
  },
  {
    name: 'Diff',
    aliases: ['diff', 'patch'],
    load: () => import('highlight.js/lib/languages/diff'),
  },
  {
    name: 'Markdown',
    aliases: ['markdown', 'md'],
    load: () => import('highlight.js/lib/languages/markdown'),
  },
  {
    name: 'Dockerfile',
    aliases: ['dockerfile', 'docker'],
    load: () => import('highlight.js/lib/languages/dockerfile'),
  },
  { name: 'Nginx', aliases: ['nginx'], load: () => import('highlight.js/lib/languages/nginx') },
]

const byAlias = new Map(
  languages.flatMap((language) => language.aliases.map((alias) => [alias, language] as const)),
)

export const languageOf = (label: string): Language | undefined => byAlias.get(label.toLowerCase())

/** What a code block's label says in words: `ts` is TypeScript. One that few know stays as it is. */
export function languageName(label: string): string {
  const language = languageOf(label)
  const isItsOwnName = language?.aliases[0] === label.toLowerCase()
  if (!language) return label
  return isItsOwnName || label.length <= 3 ? language.name : label
}
