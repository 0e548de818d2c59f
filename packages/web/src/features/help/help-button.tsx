import { QuestionCircle20Regular } from '@fluentui/react-icons/svg/question-circle'

import { lazyPart } from '../../lib/load-part.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { useLaterDialog } from '../../ui/use-later-dialog.tsx'
import { HELP_TITLES } from './help-topic.ts'
import type { HelpTopic } from './help-topic.ts'

const HelpDialog = lazyPart(async () => (await import('./help-dialog.tsx')).HelpDialog)

/** Beside a screen's title: explains the screen. */
export function HelpButton({ topic }: { topic: HelpTopic }) {
  const { onOpen, dialog } = useLaterDialog((state) => <HelpDialog topic={topic} {...state} />)
  return (
    <>
      <IconButton
        {...RETURNS_FOCUS}
        icon={<QuestionCircle20Regular />}
        label={`Help: ${HELP_TITLES[topic]}`}
        hint="Help"
        onClick={onOpen}
      />
      {dialog}
    </>
  )
}
