import FolderOpen from 'lucide-react/icons/folder-open'
import Keyboard from 'lucide-react/icons/keyboard'
import UserRound from 'lucide-react/icons/user-round'
import { useLocation } from 'wouter'
import type { AccessState } from '#contract/access/access.ts'
import { MenuPopup } from '#ui/overlays/menu-popup.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import type { ThemeChoice } from '#ui/stored-theme.ts'
import { useTheme } from '#ui/theme.ts'
import { t } from '#languages/app.ts'

type AccountMenuProps = {
  trigger: OverlayTrigger
  person: AccessState['person']
  onHelp: () => void
}

const themes: { choice: ThemeChoice; label: string }[] = [
  { choice: 'system', label: t('As the system') },
  { choice: 'light', label: t('Light') },
  { choice: 'dark', label: t('Dark') },
]

export function AccountMenu({ trigger, person, onHelp }: AccountMenuProps) {
  const [, navigate] = useLocation()
  const { choice: chosen, themePicked } = useTheme()
  return (
    <MenuPopup
      trigger={trigger}
      side="right"
      align="end"
      items={[
        {
          label: t('Account'),
          icon: <UserRound />,
          keys: person?.name,
          onSelect: () => navigate('/settings/account'),
        },
        {
          label: t('Open a model file'),
          icon: <FolderOpen />,
          onSelect: () => navigate('/view'),
        },
        { label: t('Shortcuts'), icon: <Keyboard />, keys: '?', onSelect: onHelp },
        { heading: t('Theme') },
        ...themes.map(({ choice, label }) => ({
          label,
          isChecked: choice === chosen,
          isChoice: true,
          staysOpen: true,
          onSelect: () => themePicked(choice),
        })),
      ]}
    />
  )
}
