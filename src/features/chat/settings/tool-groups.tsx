import BookOpen from 'lucide-react/icons/book-open'
import Box from 'lucide-react/icons/box'
import Calculator from 'lucide-react/icons/calculator'
import Code from 'lucide-react/icons/code'
import Clock from 'lucide-react/icons/clock'
import FileText from 'lucide-react/icons/file-text'
import FolderSearch from 'lucide-react/icons/folder-search'
import Globe from 'lucide-react/icons/globe'
import Image from 'lucide-react/icons/image'
import ListTree from 'lucide-react/icons/list-tree'
import NotebookPen from 'lucide-react/icons/notebook-pen'
import Plug from 'lucide-react/icons/plug'
import Rotate3d from 'lucide-react/icons/rotate-3d'
import Ruler from 'lucide-react/icons/ruler'
import Scale from 'lucide-react/icons/scale'
import Scissors from 'lucide-react/icons/scissors'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import type { ReactNode } from 'react'
import type { ChatTool } from '#contract/chat/settings.ts'
import { createWordFilter, toFolded } from '#lib/fold-text.ts'
import { getToolHint } from '#queries/tool-hints.ts'
import { t } from '#languages/app.ts'

type ToolLook = { group: string; icon: ReactNode }

const lookUp = t('Look up')
const everyday = t('Everyday')
const in3d = t('Make in 3D')

/** Group and icon of each built-in tool, by the tool's name. */
const looks = new Map<string, ToolLook>([
  ['web_search', { group: lookUp, icon: <Globe /> }],
  ['read_page', { group: lookUp, icon: <FileText /> }],
  ['search_library', { group: lookUp, icon: <FolderSearch /> }],
  ['search_manual', { group: lookUp, icon: <BookOpen /> }],
  ['calculate', { group: everyday, icon: <Calculator /> }],
  ['run_python', { group: everyday, icon: <Code /> }],
  ['current_date_time', { group: everyday, icon: <Clock /> }],
  ['remember', { group: everyday, icon: <NotebookPen /> }],
  ['make_3d_model', { group: in3d, icon: <Box /> }],
  ['look_at_model', { group: in3d, icon: <Rotate3d /> }],
  ['inspect_model', { group: in3d, icon: <Ruler /> }],
  ['change_model', { group: in3d, icon: <WandSparkles /> }],
  ['compare_models', { group: in3d, icon: <Scale /> }],
  ['list_3d_models', { group: in3d, icon: <ListTree /> }],
  ['cut_out_picture', { group: in3d, icon: <Scissors /> }],
  ['make_picture', { group: in3d, icon: <Image /> }],
])

type ShownTool = Pick<ChatTool, 'name' | 'title'> & { icon: ReactNode; hint: string }

export type ToolGroup = { heading: string; tools: readonly ShownTool[] }

/**
 * Groups tools by purpose, with one group for each MCP server.
 * @param query words that the title, the hint or the group must contain.
 */
export function groupTools(known: readonly ChatTool[], query: string): ToolGroup[] {
  const hasWords = createWordFilter(query)
  const groups = new Map<string, ShownTool[]>([lookUp, everyday, in3d].map((name) => [name, []]))
  for (const tool of known) {
    const { name, title, from } = tool
    const look = from === undefined ? looks.get(name) : undefined
    const { group, icon } = look ?? { group: from ?? everyday, icon: <Plug /> }
    const hint = getToolHint(tool)
    if (!hasWords(toFolded(`${title} ${hint} ${group}`))) continue
    groups.set(group, [...(groups.get(group) ?? []), { name, title, icon, hint }])
  }
  return [...groups]
    .map(([heading, tools]) => ({ heading, tools }))
    .filter(({ tools }) => tools.length > 0)
}
