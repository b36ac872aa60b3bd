import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#lib/money.ts'
import { summarySettingsQuery } from '#queries/summary-settings.ts'
import { Switch } from '#ui/fields/switch.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { t } from '#languages/app.ts'

type SummarySwitchProps = {
  /** The choice for this chat. Undefined if the user's default applies. */
  summarises: boolean | undefined
  onChange: (summarises: boolean | undefined) => void
}

export function SummarySwitch({ summarises, onChange }: SummarySwitchProps) {
  const { data } = useQuery(summarySettingsQuery())
  if (!data) return null
  const isOn = summarises ?? data.isAutomatic
  return (
    <PanelSection title={t('Long chats')} isOpen={summarises !== undefined}>
      <Switch
        label={t('Summarise older answers automatically')}
        hint={t(
          'When the chat exceeds what its model can read. At most {money} for a summary; the model and this limit are in Settings › Memory.',
          { money: formatMoney({ amount: data.usdMax, currency: 'USD' }) },
        )}
        checked={isOn}
        onCheckedChange={(next) => onChange(next === data.isAutomatic ? undefined : next)}
      />
    </PanelSection>
  )
}
