import { makeStyles, tokens } from '@fluentui/react-components'

const useStyles = makeStyles({
  link: {
    position: 'absolute',
    insetInlineStart: '16px',
    top: '8px',
    zIndex: 3,
    padding: '8px 16px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    ':not(:focus)': { transform: 'translateY(-200%)' },
    '@media print': { display: 'none' },
  },
})

interface SkipLinkProps {
  /** A CSS selector of the element that gets the focus. */
  target: string
  children: string
}

/** A link for the keyboard, visible while it has the focus. The address, which holds filters, gets no hash. */
export function SkipLink({ target, children }: SkipLinkProps) {
  const styles = useStyles()
  return (
    <a
      href="#main"
      className={styles.link}
      onClick={(event) => {
        event.preventDefault()
        document.querySelector<HTMLElement>(target)?.focus()
      }}
    >
      {children}
    </a>
  )
}
