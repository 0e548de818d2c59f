import { Select } from '@fluentui/react-components'
import type { SelectProps } from '@fluentui/react-components'
import { useMemo } from 'react'

import { timeZones } from '../lib/format.ts'

interface TimeZoneSelectProps extends Pick<SelectProps, 'name' | 'disabled' | 'className'> {
  value: string
  /** How many of the specified zones come first; absent: all of them. */
  suggested?: number
  onChoose: (timeZone: string) => void
}

/** Selects a time zone, with the suggested ones first. */
export function TimeZoneSelect({ value, suggested, onChoose, ...rest }: TimeZoneSelectProps) {
  const zones = useMemo(() => timeZones(suggested), [suggested])
  return (
    <Select {...rest} value={value} onChange={(_, data) => onChoose(data.value)}>
      <optgroup label="Suggested">
        <ZoneOptions zones={withCurrent(zones.first, zones.others, value)} />
      </optgroup>
      <optgroup label="All time zones">
        <ZoneOptions zones={zones.others} />
      </optgroup>
    </Select>
  )
}

/** Adds the saved zone when this browser does not list it. */
function withCurrent(
  first: readonly string[],
  others: readonly string[],
  current: string,
): readonly string[] {
  return first.includes(current) || others.includes(current) ? first : [...first, current]
}

function ZoneOptions({ zones }: { zones: readonly string[] }) {
  return zones.map((zone) => (
    <option key={zone} value={zone}>
      {zone.replaceAll('_', ' ')}
    </option>
  ))
}
