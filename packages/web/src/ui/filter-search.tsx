import { makeStyles, SearchBox } from '@fluentui/react-components'

const useStyles = makeStyles({
  search: {
    flexGrow: 1,
    maxWidth: '320px',
    minWidth: '208px',
    '@media (max-width: 900px)': { maxWidth: 'none', flexBasis: '100%' },
  },
})

const MAX_LENGTH = 200

interface FilterSearchProps {
  label: string
  placeholder: string
  /** The text as typed. */
  text: string
  onType: (text: string) => void
}

/** The search box among the filters of a list. */
export function FilterSearch({ label, placeholder, text, onType }: FilterSearchProps) {
  return (
    <SearchBox
      className={useStyles().search}
      aria-label={label}
      placeholder={placeholder}
      maxLength={MAX_LENGTH}
      value={text}
      onChange={(_, { value }) => onType(value)}
    />
  )
}
