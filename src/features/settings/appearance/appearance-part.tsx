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

/** Names of the languages, each in the language itself. */
const languageNames: Record<(typeof pageLanguages)[number], string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  it: 'Italiano',
  pl: 'Polski',
  ru: 'Русский',
  tr: 'Türkçe',
  'zh-Hans': '简体中文',
  'zh-Hant': '繁體中文',
  ja: '日本語',
  ko: '한국어',
  hi: 'हिन्दी',
  ar: 'العربية',
  he: 'עברית',
}

const languageOptions = [
  { value: followBrowser, label: t('Language of the browser') },
  ...pageLanguages.map((tag) => ({ value: tag, label: languageNames[tag] })),
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
