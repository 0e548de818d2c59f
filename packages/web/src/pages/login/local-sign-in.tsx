import { Button, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { useId, useState } from 'react'

import { LocalSignInForm } from './local-sign-in-form.tsx'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    paddingTop: '16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  toggle: { alignSelf: 'center', fontWeight: tokens.fontWeightRegular },
  chevron: { transitionProperty: 'transform', transitionDuration: '0.3s' },
  chevronOpen: { transform: 'rotate(180deg)' },
  // From no height to the form's own (specification section 2: 0.3 s).
  fold: {
    display: 'grid',
    gridTemplateRows: '0fr',
    visibility: 'hidden',
    transitionProperty: 'grid-template-rows, visibility',
    transitionDuration: '0.3s',
    transitionTimingFunction: tokens.curveEasyEase,
  },
  foldOpen: { gridTemplateRows: '1fr', visibility: 'visible' },
  // The sides leave room for the focus rings, which the fold would cut.
  inside: { overflow: 'hidden', minHeight: 0, marginInline: '-4px', paddingInline: '4px' },
  note: { textAlign: 'center', color: tokens.colorNeutralForeground3 },
})

interface LocalSignInProps {
  isOffered: boolean
  startsOpen: boolean
}

/** The fallback, for administrators only (specification section 1). */
export function LocalSignIn({ isOffered, startsOpen }: LocalSignInProps) {
  const styles = useStyles()
  const [isOpen, setIsOpen] = useState(startsOpen)
  const id = useId()
  if (!isOffered)
    return (
      <div className={styles.root}>
        <Text size={200} className={styles.note}>
          Sign-in with local accounts is switched off. If Microsoft sign-in does not work for you,
          ask your Tenantscope administrator.
        </Text>
      </div>
    )
  return (
    <div className={styles.root}>
      <Button
        appearance="transparent"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        icon={
          <ChevronDownRegular
            className={mergeClasses(styles.chevron, isOpen && styles.chevronOpen)}
          />
        }
        iconPosition="after"
        onClick={() => setIsOpen(!isOpen)}
      >
        Need to use a local account?
      </Button>
      <div id={id} className={mergeClasses(styles.fold, isOpen && styles.foldOpen)} inert={!isOpen}>
        <div className={styles.inside}>
          <LocalSignInForm />
        </div>
      </div>
    </div>
  )
}
