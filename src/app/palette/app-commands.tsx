import Box from 'lucide-react/icons/box'
import Keyboard from 'lucide-react/icons/keyboard'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import MessageSquare from 'lucide-react/icons/message-square'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Settings from 'lucide-react/icons/settings'
import Sun from 'lucide-react/icons/sun'
import type { Command } from '#ui/actions/commands.ts'
import { t } from '#languages/app.ts'
import type { PlaceName } from '../navigation/routes.ts'
import { placeShortcuts } from '../shortcuts/shortcuts.ts'
import type { ThemeChoice } from '#ui/stored-theme.ts'
import { useTheme } from '#ui/theme.ts'

const places: { name: PlaceName; label: string; icon: Command['icon'] }[] = [
  { name: 'chat', label: t('Go to Chat'), icon: <MessageSquare /> },
  { name: 'studio', label: t('Go to Studio'), icon: <Box /> },
  { name: 'library', label: t('Go to Library'), icon: <LayoutGrid /> },
  { name: 'settings', label: t('Go to Settings'), icon: <Settings /> },
]

const themes: { choice: ThemeChoice; label: string; icon: Command['icon'] }[] = [
  { choice: 'light', label: t('Theme: light'), icon: <Sun /> },
  { choice: 'dark', label: t('Theme: dark'), icon: <Moon /> },
  { choice: 'system', label: t('Theme: system'), icon: <Monitor /> },
]

export const appCommands = (wishes: {
  go: (place: PlaceName) => void
  help: () => void
}): Command[] => [
  ...places.map(({ name, label, icon }) => ({
    id: `app.${name}`,
    group: t('General'),
    label,
    icon,
    keys: `G ${placeShortcuts[name].letter.toUpperCase()}`,
    onRun: () => wishes.go(name),
  })),
  ...themes.map(({ choice, label, icon }) => ({
    id: `app.theme-${choice}`,
    group: t('General'),
    label,
    icon,
    keywords: t('colours appearance'),
    onRun: () => useTheme.getState().themePicked(choice),
  })),
  {
    id: 'app.help',
    group: t('General'),
    label: t('Show shortcuts'),
    keywords: t('keyboard help'),
    keys: '?',
    icon: <Keyboard />,
    onRun: wishes.help,
  },
]
