import {
  Button,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons/svg/chevron-down'
import { Suspense, useId, useState, useTransition } from 'react'

import { reloadPage } from '../../lib/leaving.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'

const loadForm = async () => (await import('./local-sign-in-form.tsx')).LocalSignInForm

const LocalSignInForm = lazyPart(loadForm)

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
  note: {
    ...typographyStyles.caption1,
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
  },
})

interface LocalSignInProps {
  isOffered: boolean
  startsOpen: boolean
}

/** The fallback, for administrators only (specification section 1). */
export function LocalSignIn({ isOffered, startsOpen }: LocalSignInProps) {
  const styles = useStyles()
  // What the visitor chose outlasts an answer about the ways of signing in, and what was typed with it.
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? startsOpen
  const [, startTransition] = useTransition()
  const id = useId()
  if (!isOffered)
    return (
      <div className={styles.root}>
        <span className={styles.note}>
          Sign-in with local accounts is switched off. If Microsoft sign-in does not work for you,
          ask your Tenantscope administrator.
        </span>
      </div>
    )
  // In a transition, so that the fold opens when the form is there and never upon nothing.
  const toggle = () => startTransition(() => setChoice(!isOpen))
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
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={toggle}
      >
        Need to use a local account?
      </Button>
      <div id={id} className={mergeClasses(styles.fold, isOpen && styles.foldOpen)} inert={!isOpen}>
        <div className={styles.inside} onFocus={() => setChoice(true)}>
          <ErrorBoundary fallback={<FormMissing />}>
            <Suspense>{(startsOpen || choice !== null) && <LocalSignInForm />}</Suspense>
          </ErrorBoundary>
        </div>
      </div>
    </div>
  )
}

/** Few people need the form: its code comes when the pointer or the keyboard nears it. */
function loadAhead() {
  loadForm().catch(() => {
    // Tried again, and said, when the form is opened.
  })
}

function FormMissing() {
  return (
    <LoadFailed title="The form could not be loaded" onRetry={reloadPage} retryLabel="Reload" />
  )
}
