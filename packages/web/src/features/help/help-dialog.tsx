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
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { HelpLine } from './help-section.ts'
import { HELP_TEXTS, RELATED_HELP } from './help-texts.ts'
import { HELP_TITLES } from './help-topic.ts'
import type { HelpTopic } from './help-topic.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  title: { outlineStyle: 'none' },
  heading: { ...typographyStyles.subtitle2, margin: '16px 0 8px' },
  term: { fontWeight: tokens.fontWeightSemibold },
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
              <section key={section.heading}>
                <h3 className={styles.heading}>{section.heading}</h3>
                <Stack as="ul" gap={8}>
                  {section.lines.map((line) => (
                    <Line key={typeof line === 'string' ? line : line.term} line={line} />
                  ))}
                </Stack>
              </section>
            ))}
          </DialogContent>
          <DialogActions position="start">
            <Stack as="ul" row wrap gap={16} lineGap={4} align="center" aria-label="Related help">
              {RELATED_HELP[shown].map((other) => (
                <li key={other}>
                  <Link as="button" onClick={() => follow(other)}>
                    Help: {HELP_TITLES[other]}
                  </Link>
                </li>
              ))}
            </Stack>
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

function Line({ line }: { line: HelpLine }) {
  const styles = useStyles()
  return (
    <Text as="li" variant="body" breakable>
      {typeof line === 'string' ? (
        line
      ) : (
        <>
          <span className={styles.term}>{line.term}: </span>
          {line.text}
        </>
      )}
    </Text>
  )
}
