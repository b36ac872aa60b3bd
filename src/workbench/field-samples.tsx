import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { ChoiceCard } from '#ui/fields/choice-card.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { FilterPills } from '#ui/fields/filter-pills.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { SliderField } from '#ui/fields/slider-field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { TextArea } from '#ui/fields/text-area.tsx'
import { TextField } from '#ui/fields/text-field.tsx'
import { SampleRow } from './sample-row.tsx'

const options = [
  { value: 'one' as const, label: 'One' },
  { value: 'two' as const, label: 'Two' },
  { value: 'three' as const, label: 'Three' },
]
type Option = (typeof options)[number]['value']

export function FieldSamples() {
  const [text, setText] = useState('A lamp')
  const [count, setCount] = useState<number | undefined>(12)
  const [choice, setChoice] = useState<Option>('two')
  const [isOn, setIsOn] = useState(true)
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField label="Name" hint="Shown in the library." isRequired>
          <TextField value={text} onChange={({ target }) => setText(target.value)} />
        </FormField>
        <FormField label="Name" hint="Not shown with an error." error="This name is taken.">
          <TextField value={text} onChange={({ target }) => setText(target.value)} />
        </FormField>
        <FormField label="Search">
          <TextField type="search" placeholder="Find a model" icon={<Search />} />
        </FormField>
        <FormField label="Disabled">
          <TextField value="Set by the server" disabled />
        </FormField>
        <FormField label="Notes">
          <TextArea value={text} onChange={({ target }) => setText(target.value)} />
        </FormField>
        <FormField label="Height">
          <NumberField value={count} onValueChange={setCount} unit="mm" />
        </FormField>
        <FormField label="Detail">
          <SliderField value={count} onValueChange={setCount} min={0} max={100} />
        </FormField>
        <FormField label="Purpose">
          <Select value={choice} onValueChange={setChoice} options={options} />
        </FormField>
        <FormField label="Notes, with an error" error="Notes have at most 300 characters.">
          <TextArea value={text} onChange={({ target }) => setText(target.value)} />
        </FormField>
        <FormField label="Notes, disabled">
          <TextArea value="Set by the server" disabled />
        </FormField>
        <FormField label="Height, with an error" error="At most 250 mm.">
          <NumberField value={400} onValueChange={() => {}} unit="mm" />
        </FormField>
        <FormField label="Height, empty">
          <NumberField value={undefined} onValueChange={() => {}} unit="mm" placeholder="100" />
        </FormField>
        <FormField label="Height, disabled">
          <NumberField value={12} onValueChange={() => {}} unit="mm" disabled />
        </FormField>
        <FormField label="Purpose, disabled">
          <Select value={choice} onValueChange={setChoice} options={options} disabled />
        </FormField>
      </div>
      <SampleRow name="Segmented control">
        <SegmentedControl label="Part" value={choice} onValueChange={setChoice} options={options} />
        <SegmentedControl
          label="Part, disabled"
          value={choice}
          onValueChange={setChoice}
          options={options}
          disabled
        />
      </SampleRow>
      <SampleRow name="Filter pills">
        <FilterPills label="Filter" value={choice} onValueChange={setChoice} options={options} />
      </SampleRow>
      <SampleRow name="Switch and checkbox">
        <Switch aria-label="On" checked={isOn} onCheckedChange={setIsOn} />
        <Switch aria-label="Off" checked={!isOn} onCheckedChange={(next) => setIsOn(!next)} />
        <Switch aria-label="Disabled" checked disabled onCheckedChange={setIsOn} />
        <Switch aria-label="Off and disabled" checked={false} disabled onCheckedChange={setIsOn} />
        <input
          type="checkbox"
          aria-label="Checked"
          className="checkbox"
          checked={isOn}
          onChange={({ target }) => setIsOn(target.checked)}
        />
        <input
          type="checkbox"
          aria-label="Unchecked"
          className="checkbox"
          checked={!isOn}
          onChange={({ target }) => setIsOn(!target.checked)}
        />
        <input
          type="checkbox"
          aria-label="Disabled box"
          className="checkbox"
          checked
          disabled
          readOnly
        />
      </SampleRow>
      <div className="grid gap-3 sm:grid-cols-2">
        {options.slice(0, 2).map(({ value, label }) => (
          <ChoiceCard
            key={value}
            name="sample"
            title={label}
            hint="A choice with an explanation."
            isChosen={value === choice}
            onChosen={() => setChoice(value)}
          />
        ))}
        <ChoiceCard
          name="sample"
          title="Three"
          hint="A choice that is not available."
          isChosen={false}
          isDisabled
          onChosen={() => {}}
        />
      </div>
    </>
  )
}
