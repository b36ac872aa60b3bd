import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { useTheme } from '#ui/theme.ts'
import { SettingsPart } from '../layout/part.tsx'

const themes = [
  { value: 'system' as const, label: 'System', icon: <Monitor aria-hidden /> },
  { value: 'light' as const, label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark' as const, label: 'Dark', icon: <Moon aria-hidden /> },
]

export function AppearancePart() {
  const { choice, themePicked } = useTheme()
  return (
    <SettingsPart
      title="Appearance"
      about="The theme of this browser."
      action={
        <SegmentedControl
          label="Theme"
          value={choice}
          onValueChange={themePicked}
          options={themes}
        />
      }
    />
  )
}
