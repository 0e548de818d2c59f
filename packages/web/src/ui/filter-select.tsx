import { makeStyles, Select } from '@fluentui/react-components'

const useStyles = makeStyles({
  select: {
    minWidth: '144px',
    '@media (max-width: 900px)': { flexGrow: 1, flexBasis: '144px' },
  },
})

interface FilterSelectProps {
  label: string
  /** The option without a filter. */
  all: string
  value: number | string | undefined
  /** Values and labels. */
  options: readonly (readonly [number | string, string])[]
  onChoose: (value: string) => void
}

/** A filter of a list: one value, or all. */
export function FilterSelect({ label, all, value = '', options, onChoose }: FilterSelectProps) {
  const styles = useStyles()
  return (
    <Select
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={(_, choice) => onChoose(choice.value)}
    >
      <option value="">{all}</option>
      {options.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
