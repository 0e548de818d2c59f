import {
  Button,
  Dialog,
  DialogBody,
  DialogSurface,
  Input,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { findDialog } from '../testing/dialogs.ts'
import { AppTheme } from './app-theme.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** A page with a dialog whose notes are deleted after a question. */
function Notes() {
  const opener = useRestoreFocusTarget()
  const [isOpen, setIsOpen] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const [hasNote, setHasNote] = useState(true)
  return (
    <>
      <Button {...opener} onClick={() => setIsOpen(true)}>
        Open notes
      </Button>
      <Dialog open={isOpen}>
        <DialogSurface aria-label="Notes">
          <DialogBody>
            <Input aria-label="Text" />
            {hasNote && <Button onClick={() => setIsAsked(true)}>Delete</Button>}
          </DialogBody>
        </DialogSurface>
      </Dialog>
      <ConfirmDialog
        title="Delete this note?"
        confirmLabel="Yes, delete"
        cancelLabel="No, keep"
        isOpen={isAsked}
        onConfirm={() => {
          setHasNote(false)
          setIsAsked(false)
        }}
        onCancel={() => setIsAsked(false)}
      >
        It is gone for good.
      </ConfirmDialog>
    </>
  )
}

async function askForDeletion() {
  const user = userEvent.setup()
  render(
    <AppTheme>
      <Notes />
    </AppTheme>,
  )
  await user.click(screen.getByText('Open notes'))
  await user.click(await screen.findByText('Delete'))
  return { user, question: await findDialog('Delete this note?') }
}

test('a question that is cancelled gives the focus back to the button that asked', async () => {
  const { user, question } = await askForDeletion()
  await user.click(screen.getByText('No, keep'))
  await waitFor(() => expect(question).not.toBeInTheDocument())
  expect(screen.getByText('Delete')).toHaveFocus()
})

test('a question gives the focus back to the dialog below where the button that asked is gone', async () => {
  const { user, question } = await askForDeletion()
  await user.click(screen.getByText('Yes, delete'))
  await waitFor(() => expect(question).not.toBeInTheDocument())
  expect(screen.getByLabelText('Text').closest('[role=dialog]')).toHaveFocus()
})
