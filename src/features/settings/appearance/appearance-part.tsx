import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { chooseLanguage, pageLanguages, readChosenLanguage } from '#languages/page-language.ts'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { useTheme } from '#ui/theme.ts'
import { t } from '#languages/settings.ts'
import { SettingsPart } from '../layout/part.tsx'

const themes = [
  { value: 'system' as const, label: t('System'), icon: <Monitor aria-hidden /> },
  { value: 'light' as const, label: t('Light'), icon: <Sun aria-hidden /> },
  { value: 'dark' as const, label: t('Dark'), icon: <Moon aria-hidden /> },
]

/** Value of the option that follows the browser. A select has no empty value. */
const followBrowser = 'browser'

const languageOptions = [
  { value: followBrowser, label: t('Language of the browser') },
  ...pageLanguages.map(({ tag, name }) => ({ value: tag, label: name })),
]

export function AppearancePart() {
  const { choice, themePicked } = useTheme()
  return (
    <SettingsPart
      id="appearance"
      title={t('Appearance')}
      about={t('Theme and language of this browser.')}
      action={
        <div className="flex flex-wrap gap-2">
          <Select
            className="w-64"
            aria-label={t('Language')}
            value={readChosenLanguage() ?? followBrowser}
            onValueChange={(tag) => chooseLanguage(tag === followBrowser ? undefined : tag)}
            options={languageOptions}
          />
          <SegmentedControl
            label={t('Theme')}
            value={choice}
            onValueChange={themePicked}
            options={themes}
          />
        </div>
      }
    />
  )
}
