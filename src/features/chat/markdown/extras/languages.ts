import type { LanguageFn } from 'highlight.js'

type Load = () => Promise<{ default: LanguageFn }>
type Language = {
  name: string
  aliases: readonly string[]
  extension: string
  load: Load
}

/** Languages that can be highlighted. Each language is loaded with its first code block. */
const languages: readonly Language[] = [
  {
    name: 'TypeScript',
    aliases: ['typescript', 'ts', 'tsx', 'mts', 'cts'],
    extension: 'ts',
    load: () => import('highlight.js/lib/languages/typescript'),
  },
  {
    name: 'JavaScript',
    aliases: ['javascript', 'js', 'jsx', 'mjs', 'cjs'],
    extension: 'js',
    load: () => import('highlight.js/lib/languages/javascript'),
  },
  {
    name: 'Python',
    aliases: ['python', 'py', 'python3'],
    extension: 'py',
    load: () => import('highlight.js/lib/languages/python'),
  },
  {
    name: 'Shell',
    aliases: ['bash', 'sh', 'shell', 'zsh', 'console'],
    extension: 'sh',
    load: () => import('highlight.js/lib/languages/bash'),
  },
  {
    name: 'JSON',
    aliases: ['json', 'jsonc', 'json5'],
    extension: 'json',
    load: () => import('highlight.js/lib/languages/json'),
  },
  {
    name: 'HTML',
    aliases: ['html', 'xml', 'svg', 'xhtml', 'vue'],
    extension: 'html',
    load: () => import('highlight.js/lib/languages/xml'),
  },
  {
    name: 'CSS',
    aliases: ['css', 'scss', 'less'],
    extension: 'css',
    load: () => import('highlight.js/lib/languages/css'),
  },
  {
    name: 'SQL',
    aliases: ['sql', 'postgresql', 'sqlite', 'mysql'],
    extension: 'sql',
    load: () => import('highlight.js/lib/languages/sql'),
  },
  {
    name: 'YAML',
    aliases: ['yaml', 'yml'],
    extension: 'yaml',
    load: () => import('highlight.js/lib/languages/yaml'),
  },
  {
    name: 'INI',
    aliases: ['ini', 'toml', 'env', 'dotenv'],
    extension: 'ini',
    load: () => import('highlight.js/lib/languages/ini'),
  },
  {
    name: 'Rust',
    aliases: ['rust', 'rs'],
    extension: 'rs',
    load: () => import('highlight.js/lib/languages/rust'),
  },
  {
    name: 'Go',
    aliases: ['go', 'golang'],
    extension: 'go',
    load: () => import('highlight.js/lib/languages/go'),
  },
  {
    name: 'Java',
    aliases: ['java'],
    extension: 'java',
    load: () => import('highlight.js/lib/languages/java'),
  },
  {
    name: 'C++',
    aliases: ['cpp', 'c++', 'cc', 'hpp', 'c', 'h', 'glsl'],
    extension: 'cpp',
    load: () => import('highlight.js/lib/languages/cpp'),
  },
  {
    name: 'C#',
    aliases: ['csharp', 'cs', 'c#'],
    extension: 'cs',
    load: () => import('highlight.js/lib/languages/csharp'),
  },
  {
    name: 'Diff',
    aliases: ['diff', 'patch'],
    extension: 'diff',
    load: () => import('highlight.js/lib/languages/diff'),
  },
  {
    name: 'Markdown',
    aliases: ['markdown', 'md'],
    extension: 'md',
    load: () => import('highlight.js/lib/languages/markdown'),
  },
  {
    name: 'Dockerfile',
    aliases: ['dockerfile', 'docker'],
    extension: 'dockerfile',
    load: () => import('highlight.js/lib/languages/dockerfile'),
  },
  {
    name: 'Nginx',
    aliases: ['nginx'],
    extension: 'conf',
    load: () => import('highlight.js/lib/languages/nginx'),
  },
  {
    name: 'PHP',
    aliases: ['php'],
    extension: 'php',
    load: () => import('highlight.js/lib/languages/php'),
  },
  {
    name: 'Ruby',
    aliases: ['ruby', 'rb'],
    extension: 'rb',
    load: () => import('highlight.js/lib/languages/ruby'),
  },
  {
    name: 'Kotlin',
    aliases: ['kotlin', 'kt'],
    extension: 'kt',
    load: () => import('highlight.js/lib/languages/kotlin'),
  },
  {
    name: 'Swift',
    aliases: ['swift'],
    extension: 'swift',
    load: () => import('highlight.js/lib/languages/swift'),
  },
  {
    name: 'Lua',
    aliases: ['lua'],
    extension: 'lua',
    load: () => import('highlight.js/lib/languages/lua'),
  },
  { name: 'R', aliases: ['r'], extension: 'r', load: () => import('highlight.js/lib/languages/r') },
  {
    name: 'Scala',
    aliases: ['scala'],
    extension: 'scala',
    load: () => import('highlight.js/lib/languages/scala'),
  },
  {
    name: 'Dart',
    aliases: ['dart'],
    extension: 'dart',
    load: () => import('highlight.js/lib/languages/dart'),
  },
  {
    name: 'Elixir',
    aliases: ['elixir', 'ex', 'exs'],
    extension: 'ex',
    load: () => import('highlight.js/lib/languages/elixir'),
  },
  {
    name: 'Haskell',
    aliases: ['haskell', 'hs'],
    extension: 'hs',
    load: () => import('highlight.js/lib/languages/haskell'),
  },
  {
    name: 'PowerShell',
    aliases: ['powershell', 'ps1'],
    extension: 'ps1',
    load: () => import('highlight.js/lib/languages/powershell'),
  },
  {
    name: 'GraphQL',
    aliases: ['graphql', 'gql'],
    extension: 'graphql',
    load: () => import('highlight.js/lib/languages/graphql'),
  },
  {
    name: 'Makefile',
    aliases: ['makefile', 'make'],
    extension: 'mk',
    load: () => import('highlight.js/lib/languages/makefile'),
  },
  {
    name: 'LaTeX',
    aliases: ['latex', 'tex'],
    extension: 'tex',
    load: () => import('highlight.js/lib/languages/latex'),
  },
]

const byAlias = new Map(
  languages.flatMap((language) => language.aliases.map((alias) => [alias, language] as const)),
)

/**
 * File extensions of labels that share the highlighting of another language or have no
 * highlighting.
 */
const extensions = new Map([
  ['svg', 'svg'],
  ['xml', 'xml'],
  ['vue', 'vue'],
  ['svelte', 'svelte'],
  ['astro', 'astro'],
  ['tsx', 'tsx'],
  ['mts', 'mts'],
  ['cts', 'cts'],
  ['jsx', 'jsx'],
  ['mjs', 'mjs'],
  ['cjs', 'cjs'],
  ['scss', 'scss'],
  ['sass', 'sass'],
  ['less', 'less'],
  ['c', 'c'],
  ['h', 'h'],
  ['hpp', 'hpp'],
  ['toml', 'toml'],
  ['jsonl', 'jsonl'],
  ['json5', 'json5'],
  ['jsonc', 'jsonc'],
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['mermaid', 'mmd'],
  ['patch', 'patch'],
  ['zig', 'zig'],
  ['nim', 'nim'],
  ['julia', 'jl'],
  ['perl', 'pl'],
  ['proto', 'proto'],
  ['protobuf', 'proto'],
  ['terraform', 'tf'],
  ['hcl', 'hcl'],
  ['solidity', 'sol'],
  ['clojure', 'clj'],
  ['erlang', 'erl'],
  ['fsharp', 'fs'],
  ['ocaml', 'ml'],
  ['matlab', 'm'],
  ['openscad', 'scad'],
  ['scad', 'scad'],
  ['gcode', 'gcode'],
  ['gltf', 'gltf'],
  ['obj', 'obj'],
  ['bat', 'bat'],
  ['batch', 'bat'],
  ['rst', 'rst'],
  ['env', 'env'],
  ['log', 'log'],
])

/** Names of languages that share the highlighting of another language. */
const ownNames = new Map([
  ['svg', 'SVG'],
  ['xml', 'XML'],
  ['vue', 'Vue'],
  ['c', 'C'],
  ['h', 'C'],
  ['glsl', 'GLSL'],
  ['scss', 'SCSS'],
  ['less', 'Less'],
  ['toml', 'TOML'],
])

const fileNames = new Map([
  ['dockerfile', 'Dockerfile'],
  ['docker', 'Dockerfile'],
  ['makefile', 'Makefile'],
  ['make', 'Makefile'],
])

/** Returns the name under which a code block is saved, such as `code.svg` or `Dockerfile`. */
export function getCodeFileName(label: string): string {
  const key = label.toLowerCase()
  const extension = extensions.get(key) ?? findLanguage(key)?.extension ?? 'txt'
  return fileNames.get(key) ?? `code.${extension}`
}

export const findLanguage = (label: string): Language | undefined =>
  byAlias.get(label.toLowerCase())

/**
 * Returns the display name of a language, such as TypeScript for `ts`. Returns unknown labels
 * unchanged.
 */
export function languageName(label: string): string {
  const ownName = ownNames.get(label.toLowerCase())
  if (ownName !== undefined) return ownName
  const language = findLanguage(label)
  const isItsOwnName = language?.aliases[0] === label.toLowerCase()
  if (!language) return label
  return isItsOwnName || label.length <= 3 ? language.name : label
}
