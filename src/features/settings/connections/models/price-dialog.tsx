import { useId, useState, type FormEvent } from 'react'
import type { ChangeModels, ListedModel } from '#contract/model-settings.ts'
import { formatCount } from '#lib/format.ts'
import { formatTokenPrice } from '#lib/money.ts'
import { Button } from '#ui/actions/button.tsx'
import { formatNumber, parseNumber } from '#ui/fields/number-text.ts'
import { FormField } from '#ui/fields/field.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { FormButtons } from '../../layout/form-buttons.tsx'
import { useLastDefined } from '../../layout/use-last-defined.ts'

type PriceDialogProps = {
  model: ListedModel | undefined
  onClose: () => void
  onChange: (change: ChangeModels) => void
}

export function PriceDialog({ model, onClose, onChange }: PriceDialogProps) {
  const formId = useId()
  const shown = useLastDefined(model)
  const change = (price: ChangeModels['price']) => {
    if (shown) onChange({ ids: [shown.id], price })
    onClose()
  }
  return (
    <Dialog
      isOpen={model !== undefined}
      onClose={onClose}
      title={t('Price of {name}', { name: shown?.name ?? '' })}
      description={t(
        'US dollars for a million tokens. Costs and limits use this price instead of the listed one.',
      )}
      size="sm"
      footer={
        <FormButtons formId={formId} label={t('Save')} isPending={false} onCancel={onClose} />
      }
    >
      {shown && <PriceForm key={model?.id} formId={formId} model={shown} onChange={change} />}
    </Dialog>
  )
}

type PriceFormProps = {
  formId: string
  model: ListedModel
  onChange: (price: ChangeModels['price']) => void
}

const priceMax = 100_000

function PriceForm({ formId, model, onChange }: PriceFormProps) {
  const { price, isPriceEntered = false } = model
  // Prefill only prices in US dollars, because the form saves US dollars.
  const before = price?.currency === 'USD' ? price : undefined
  const [input, setInput] = useState(toText(before?.prompt))
  const [output, setOutput] = useState(toText(before?.completion))
  const [cached, setCached] = useState(toText(before?.cached))
  const [longInput, setLongInput] = useState(toText(before?.long?.prompt))
  const [longOutput, setLongOutput] = useState(toText(before?.long?.completion))
  const [isTried, setIsTried] = useState(false)
  const getError = (text: string, isNeeded: boolean) =>
    isTried ? problemIn(text, isNeeded) : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    const hasProblem =
      problemIn(input, true) ??
      problemIn(output, true) ??
      problemIn(cached, false) ??
      problemIn(longInput, false) ??
      problemIn(longOutput, false)
    const [prompt, completion] = [parseNumber(input), parseNumber(output)]
    if (hasProblem !== undefined || prompt === undefined || completion === undefined) return
    const fromCache = parseNumber(cached)
    const cacheWrite = before?.cacheWrite
    const [longPrompt, longCompletion] = [parseNumber(longInput), parseNumber(longOutput)]
    const hasLong = longPrompt !== undefined && longCompletion !== undefined
    onChange({
      currency: 'USD',
      prompt,
      completion,
      ...(fromCache !== undefined && { cached: fromCache }),
      ...(cacheWrite !== undefined && { cacheWrite }),
      ...(before?.long &&
        hasLong && { long: { ...before.long, prompt: longPrompt, completion: longCompletion } }),
    })
  }

  return (
    <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
      {price && !before && (
        <p className="text-ink-muted">
          {t('Listed price: {price}', { price: formatTokenPrice(price) })}
        </p>
      )}
      <div className="grid grid-cols-2 gap-4">
        <AmountField
          label={t('Input')}
          text={input}
          onText={setInput}
          error={getError(input, true)}
        />
        <AmountField
          label={t('Output')}
          text={output}
          onText={setOutput}
          error={getError(output, true)}
        />
      </div>
      <AmountField
        label={t('Input from the service’s cache')}
        hint={t('Leave empty if cached input costs the same.')}
        text={cached}
        onText={setCached}
        error={getError(cached, false)}
      />
      {before?.long && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 text-ink-muted">
            {t('Requests with more than {above} tokens', { above: formatCount(before.long.above) })}
          </legend>
          <div className="grid grid-cols-2 gap-4">
            <AmountField
              label={t('Input')}
              text={longInput}
              onText={setLongInput}
              error={getError(longInput, false)}
            />
            <AmountField
              label={t('Output')}
              text={longOutput}
              onText={setLongOutput}
              error={getError(longOutput, false)}
            />
          </div>
        </fieldset>
      )}
      {isPriceEntered && (
        <Button variant="ghost" className="self-start" onClick={() => onChange(null)}>
          {t('Use the listed price')}
        </Button>
      )}
    </form>
  )
}

type AmountFieldProps = {
  label: string
  hint?: string
  text: string
  onText: (text: string) => void
  error: string | undefined
}

const AmountField = ({ label, hint, text, onText, error }: AmountFieldProps) => (
  <FormField label={label} hint={hint} error={error}>
    <TextField
      inputMode="decimal"
      autoComplete="off"
      icon={<span aria-hidden>$</span>}
      value={text}
      onChange={({ target }) => onText(target.value)}
    />
  </FormField>
)

const toText = (amount: number | undefined): string =>
  amount === undefined ? '' : formatNumber(amount)

function problemIn(text: string, isNeeded: boolean): string | undefined {
  if (text.trim() === '') return isNeeded ? t('Enter a number.') : undefined
  const amount = parseNumber(text)
  if (amount === undefined) return t('Enter a number.')
  return amount < 0 || amount > priceMax ? t('Enter 0 to 100,000.') : undefined
}
