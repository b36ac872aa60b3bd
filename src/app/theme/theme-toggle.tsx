import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { useTheme, type ThemeChoice } from './theme.ts'

const next: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' }

const looks = {
  system: { label: 'Theme: system', icon: <Monitor aria-hidden /> },
  light: { label: 'Theme: light', icon: <Sun aria-hidden /> },
  dark: { label: 'Theme: dark', icon: <Moon aria-hidden /> },
}

/** Renders a button that cycles through the three themes. */
export function ThemeToggle() {
  const { choice, themePicked } = useTheme()
  return (
    <IconButton
      {...looks[choice]}
      data-tooltip-side="right"
      onClick={() => themePicked(next[choice])}
    />
  )
}
