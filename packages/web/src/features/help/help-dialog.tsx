import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  Link,
  makeStyles,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useEffect, useRef, useState } from 'react'

import { ClosableTitle } from '../../ui/closable-title.tsx'
import { HELP_TEXTS, RELATED_HELP } from './help-texts.ts'
import type { HelpLine, HelpSection } from './help-texts.ts'
import { HELP_TITLES } from './help-topic.ts'
import type { HelpTopic } from './help-topic.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  title: { outlineStyle: 'none' },
  heading: { ...typographyStyles.subtitle2, margin: '16px 0 8px' },
  lines: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  line: { ...typographyStyles.body1, overflowWrap: 'anywhere' },
  term: { fontWeight: tokens.fontWeightSemibold },
  related: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
})

interface HelpDialogProps {
  /** What it opens with; its links lead to the other topics. */
  topic: HelpTopic
  isOpen: boolean
  onClose: () => void
}

/** One topic of help, with links to the others. */
export function HelpDialog({ topic, isOpen, onClose }: HelpDialogProps) {
  const styles = useStyles()
  const [shown, setShown] = useState(topic)
  const [followed, setFollowed] = useState(0)
  const title = useRef<HTMLSpanElement>(null)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // Opened again it is about this screen again.
    if (isOpen) setShown(topic)
  }
  // The link that was followed is gone: reading goes on at the top.
  useEffect(() => {
    if (followed > 0) title.current?.focus()
  }, [followed])
  const follow = (other: HelpTopic) => {
    setShown(other)
    setFollowed((count) => count + 1)
  }
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>
            <span ref={title} tabIndex={-1} className={styles.title}>
              Help: {HELP_TITLES[shown]}
            </span>
          </ClosableTitle>
          {/* It scrolls and holds nothing that takes the focus: the arrow keys need it. */}
          <DialogContent tabIndex={0}>
            {HELP_TEXTS[shown].map((section) => (
              <Section key={section.heading} section={section} />
            ))}
          </DialogContent>
          <DialogActions position="start">
            <ul className={styles.related} aria-label="Related help">
              {RELATED_HELP[shown].map((other) => (
                <li key={other}>
                  <Link as="button" onClick={() => follow(other)}>
                    Help: {HELP_TITLES[other]}
                  </Link>
                </li>
              ))}
            </ul>
          </DialogActions>
          <DialogActions position="end">
            <Button appearance="primary" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

function Section({ section }: { section: HelpSection }) {
  const styles = useStyles()
  return (
    <section>
      <h3 className={styles.heading}>{section.heading}</h3>
      <ul className={styles.lines}>
        {section.lines.map((line) => (
          <Line key={line.text} line={line} />
        ))}
      </ul>
    </section>
  )
}

function Line({ line: { term, text } }: { line: HelpLine }) {
  const styles = useStyles()
  return (
    <li className={styles.line}>
      {term !== undefined && <span className={styles.term}>{term}: </span>}
      {text}
    </li>
  )
}
