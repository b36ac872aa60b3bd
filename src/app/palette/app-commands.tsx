import Box from 'lucide-react/icons/box'
import Keyboard from 'lucide-react/icons/keyboard'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import MessageSquare from 'lucide-react/icons/message-square'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Settings from 'lucide-react/icons/settings'
import Sun from 'lucide-react/icons/sun'
import type { Command } from '#ui/actions/commands.ts'
import type { PlaceName } from '../navigation/routes.ts'
import { placeShortcuts } from '../shortcuts/shortcuts.ts'
import { useTheme, type ThemeChoice } from '#ui/theme.ts'

const places: { name: PlaceName; label: string; icon: Command['icon'] }[] = [
  { name: 'chat', label: 'Go to Chat', icon: <MessageSquare /> },
  { name: 'studio', label: 'Go to Studio', icon: <Box /> },
  { name: 'library', label: 'Go to Library', icon: <LayoutGrid /> },
  { name: 'settings', label: 'Go to Settings', icon: <Settings /> },
]

const themes: { choice: ThemeChoice; label: string; icon: Command['icon'] }[] = [
  { choice: 'light', label: 'Theme: light', icon: <Sun /> },
  { choice: 'dark', label: 'Theme: dark', icon: <Moon /> },
  { choice: 'system', label: 'Theme: system', icon: <Monitor /> },
]

export const appCommands = (wishes: {
  go: (place: PlaceName) => void
  help: () => void
}): Command[] => [
  ...places.map(({ name, label, icon }) => ({
    id: `app.${name}`,
    group: 'General',
    label,
    icon,
    keys: `G ${placeShortcuts[name].letter.toUpperCase()}`,
    onRun: () => wishes.go(name),
  })),
  ...themes.map(({ choice, label, icon }) => ({
    id: `app.theme-${choice}`,
    group: 'General',
    label,
    icon,
    keywords: 'colours appearance',
    onRun: () => useTheme.getState().themePicked(choice),
  })),
  {
    id: 'app.help',
    group: 'General',
    label: 'Show shortcuts',
    keywords: 'keyboard help',
    keys: '?',
    icon: <Keyboard />,
    onRun: wishes.help,
  },
]
