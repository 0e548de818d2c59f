import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackgroundStatic,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: tokens.fontWeightSemibold,
    userSelect: 'none',
  },
  small: { width: '28px', height: '28px', fontSize: tokens.fontSizeBase100 },
  large: { width: '40px', height: '40px', fontSize: tokens.fontSizeBase300 },
})

/** A user's initials in a circle: decoration beside the name. */
export function Initials({ name, size }: { name: string; size: 'small' | 'large' }) {
  const styles = useStyles()
  return (
    <span className={mergeClasses(styles.root, styles[size])} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return (firstLetter(first) + firstLetter(last)).toLocaleUpperCase('en')
}

function firstLetter(word: string): string {
  return Array.from(word)[0] ?? ''
}
