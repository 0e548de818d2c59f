import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { QuestionCircle20Regular } from '@fluentui/react-icons/svg/question-circle'
import { useState } from 'react'

import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { HELP_TITLES } from './help-topic.ts'
import type { HelpTopic } from './help-topic.ts'

const HelpDialog = lazyPart(async () => (await import('./help-dialog.tsx')).HelpDialog)

/** Beside a screen's title: explains the screen. */
export function HelpButton({ topic }: { topic: HelpTopic }) {
  const restoreFocus = useRestoreFocusTarget()
  // Undefined until it is first asked for: its code is not loaded before.
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      <Button
        {...restoreFocus}
        appearance="subtle"
        icon={<QuestionCircle20Regular />}
        aria-label={`Help: ${HELP_TITLES[topic]}`}
        title="Help"
        onClick={() => setIsOpen(true)}
      />
      {isOpen !== undefined && (
        <LaterPart>
          <HelpDialog topic={topic} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </LaterPart>
      )}
    </>
  )
}
