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
import { t } from '#languages/app.ts'

type ToolLook = { group: string; icon: ReactNode; hint: string }

const lookUp = t('Look up')
const everyday = t('Everyday')
const in3d = t('Make in 3D')

/**
 * Group, icon and hint of each built-in tool, by the tool's name. The tool's own description is
 * written for models, not for users.
 */
const looks = new Map<string, ToolLook>([
  ['web_search', { group: lookUp, icon: <Globe />, hint: t('Searches and cites') }],
  ['read_page', { group: lookUp, icon: <FileText />, hint: t('Opens links that you paste') }],
  ['search_library', { group: lookUp, icon: <FolderSearch />, hint: t('Your models') }],
  ['search_manual', { group: lookUp, icon: <BookOpen />, hint: t('How Bozzetto works') }],
  ['calculate', { group: everyday, icon: <Calculator />, hint: t('Exact numbers') }],
  ['run_python', { group: everyday, icon: <Code />, hint: t('Runs code in this browser') }],
  ['current_date_time', { group: everyday, icon: <Clock />, hint: t('Today, in your time zone') }],
  ['remember', { group: everyday, icon: <NotebookPen />, hint: t('Keeps facts for later chats') }],
  ['make_3d_model', { group: in3d, icon: <Box />, hint: t('From a picture or words') }],
  ['look_at_model', { group: in3d, icon: <Rotate3d />, hint: t('Turns a model and sees it') }],
  ['inspect_model', { group: in3d, icon: <Ruler />, hint: t('Measures and checks it') }],
  ['change_model', { group: in3d, icon: <WandSparkles />, hint: t('Size, repair, hollow') }],
  ['compare_models', { group: in3d, icon: <Scale />, hint: t('Two models side by side') }],
  ['list_3d_models', { group: in3d, icon: <ListTree />, hint: t('What can make a model') }],
  ['cut_out_picture', { group: in3d, icon: <Scissors />, hint: t('Removes the background') }],
  ['make_picture', { group: in3d, icon: <Image />, hint: t('From words') }],
])

type ShownTool = Pick<ChatTool, 'name' | 'title'> & Omit<ToolLook, 'group'>

export type ToolGroup = { heading: string; tools: readonly ShownTool[] }

/**
 * Groups tools by purpose, with one group for each MCP server.
 * @param query words that the title, the hint or the group must contain.
 */
export function groupTools(known: readonly ChatTool[], query: string): ToolGroup[] {
  const hasWords = createWordFilter(query)
  const groups = new Map<string, ShownTool[]>([lookUp, everyday, in3d].map((name) => [name, []]))
  for (const { name, title, description, from } of known) {
    const look = from === undefined ? looks.get(name) : undefined
    const { group, icon, hint } = look ?? {
      group: from ?? everyday,
      icon: <Plug />,
      hint: description,
    }
    if (!hasWords(toFolded(`${title} ${hint} ${group}`))) continue
    groups.set(group, [...(groups.get(group) ?? []), { name, title, icon, hint }])
  }
  return [...groups]
    .map(([heading, tools]) => ({ heading, tools }))
    .filter(({ tools }) => tools.length > 0)
}
