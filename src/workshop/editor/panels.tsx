import Camera from 'lucide-react/icons/camera'
import Feather from 'lucide-react/icons/feather'
import FileOutput from 'lucide-react/icons/file-output'
import Info from 'lucide-react/icons/info'
import ListTree from 'lucide-react/icons/list-tree'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Palette from 'lucide-react/icons/palette'
import Printer from 'lucide-react/icons/printer'
import Ruler from 'lucide-react/icons/ruler'
import Slice from 'lucide-react/icons/slice'
import SunMedium from 'lucide-react/icons/sun-medium'
import type { ComponentType, ReactNode } from 'react'
import { prefetch } from '#ui/layout/prefetch.ts'
import { t } from '#languages/viewer.ts'
import type { PanelProps, PanelId } from '../state/editor-state.ts'

type PanelEntry = {
  panel: PanelId
  label: string
  /** Short name in the toolbar, which must be part of the label for voice control. */
  word: string
  icon: ReactNode
  needsSurface?: true
  load: () => Promise<ComponentType<PanelProps>>
}

export const panels: readonly PanelEntry[] = [
  {
    panel: 'look',
    label: t('Lighting and view'),
    word: t('Lighting'),
    icon: <SunMedium aria-hidden />,
    load: async () => (await import('../look/look-panel.tsx')).LookPanel,
  },
  {
    panel: 'facts',
    label: t('Info and checks'),
    word: t('Info'),
    icon: <Info aria-hidden />,
    load: async () => (await import('../report/facts-panel.tsx')).FactsPanel,
  },
  {
    panel: 'parts',
    label: t('Parts and animation'),
    word: t('Parts'),
    icon: <ListTree aria-hidden />,
    load: async () => (await import('../parts/parts-panel.tsx')).PartsPanel,
  },
  {
    panel: 'materials',
    label: t('Materials'),
    word: t('Materials'),
    icon: <Palette aria-hidden />,
    needsSurface: true,
    load: async () => (await import('../materials/materials-panel.tsx')).MaterialsPanel,
  },
  {
    panel: 'section',
    label: t('Section'),
    word: t('Section'),
    icon: <Slice aria-hidden />,
    needsSurface: true,
    load: async () => (await import('../section/section-panel.tsx')).SectionPanel,
  },
  {
    panel: 'measure',
    label: t('Measure'),
    word: t('Measure'),
    icon: <Ruler aria-hidden />,
    needsSurface: true,
    load: async () => (await import('../measure/measure-panel.tsx')).MeasurePanel,
  },
  {
    panel: 'notes',
    label: t('Notes'),
    word: t('Notes'),
    icon: <MessageSquareText aria-hidden />,
    load: async () => (await import('../notes/notes-panel.tsx')).NotesPanel,
  },
  {
    panel: 'print',
    label: t('Print preparation'),
    word: t('Print'),
    icon: <Printer aria-hidden />,
    needsSurface: true,
    load: async () => (await import('../print/print-panel.tsx')).PrintPanel,
  },
  {
    panel: 'optimize',
    label: t('Optimize'),
    word: t('Optimize'),
    icon: <Feather aria-hidden />,
    needsSurface: true,
    load: async () => (await import('../optimize/optimize-panel.tsx')).OptimizePanel,
  },
  {
    panel: 'picture',
    label: t('Screenshot'),
    word: t('Screenshot'),
    icon: <Camera aria-hidden />,
    load: async () => (await import('../capture/screenshot-panel.tsx')).ScreenshotPanel,
  },
  {
    panel: 'export',
    label: t('Export'),
    word: t('Export'),
    icon: <FileOutput aria-hidden />,
    needsSurface: true,
    load: async () => (await import('../export/export-panel.tsx')).ExportPanel,
  },
]

type PanelGroup = { title: string; entries: readonly PanelEntry[] }

const group = (title: string, ...names: readonly PanelId[]): PanelGroup => ({
  title,
  entries: panels.filter(({ panel }) => names.includes(panel)),
})

export const panelGroups: readonly PanelGroup[] = [
  group(t('Look'), 'look', 'materials', 'facts', 'measure', 'section', 'notes'),
  group(t('Prepare'), 'parts', 'optimize', 'print'),
  group(t('Save'), 'picture', 'export'),
]

for (const { load } of panels) prefetch(load)
