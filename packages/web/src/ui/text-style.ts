import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'

const useStyles = makeStyles({
  caption: typographyStyles.caption1,
  captionStrong: typographyStyles.caption1Strong,
  body: typographyStyles.body1,
  strong: typographyStyles.body1Strong,
  subtitle: typographyStyles.subtitle2,
  title: typographyStyles.title3,
  mono: { fontFamily: tokens.fontFamilyMonospace },
  muted: { color: tokens.colorNeutralForeground2 },
  tabular: { fontVariantNumeric: 'tabular-nums' },
  breakable: { overflowWrap: 'anywhere' },
  nowrap: { whiteSpace: 'nowrap' },
})

/** The typography of a text. An absent property is inherited from the element around it. */
export interface TextStyle {
  /** Font and line height: caption is 12 px, body and strong 14 px, subtitle 16 px, title 24 px. */
  variant?: 'caption' | 'captionStrong' | 'body' | 'strong' | 'subtitle' | 'title' | undefined
  /** Monospace font, for codes and identifiers. */
  mono?: boolean | undefined
  /** Secondary text color. */
  muted?: boolean | undefined
  /** Digits of equal width, for numbers in columns. */
  tabular?: boolean | undefined
  /** Long words, addresses and identifiers break anywhere. */
  breakable?: boolean | undefined
  /** The text stays on one line. */
  nowrap?: boolean | undefined
}

/** Returns the class names of a text style; `className` overrides them. */
export function useTextStyle(style: TextStyle, className?: string): string {
  const { variant, mono, muted, tabular, breakable, nowrap } = style
  const styles = useStyles()
  return mergeClasses(
    variant && styles[variant],
    mono && styles.mono,
    muted && styles.muted,
    tabular && styles.tabular,
    breakable && styles.breakable,
    nowrap && styles.nowrap,
    className,
  )
}
