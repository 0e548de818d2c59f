import { Button } from '@fluentui/react-components'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'

import { ApiError } from '../lib/api-error.ts'
import { readBody } from '../lib/body-problems.ts'
import { AppTheme } from './app-theme.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { SwitchField } from './form/switch-field.tsx'
import { TextField } from './form/text-field.tsx'
import { useSavedForm } from './form/use-saved-form.ts'

const Group = z.object({ name: z.string().min(1, 'Name is required'), isShared: z.boolean() })
type Group = z.infer<typeof Group>

interface GroupDialogProps {
  save: (group: Group) => Promise<unknown>
  onClose: () => void
}

function GroupDialog({ save, onClose }: GroupDialogProps) {
  const form = useSavedForm({
    initial: { name: '', isShared: false },
    read: (values) => readBody(Group, values),
    save,
    onSaved: onClose,
  })
  return (
    <FormDialog
      title="Group"
      form={form}
      submitLabel="Save"
      failureTitle="Not saved"
      discardText="The group is not saved yet."
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Name" />
      <SwitchField form={form} name="isShared" label="Shared" />
    </FormDialog>
  )
}

/** A page whose Delete button is where the dialog's Save was. */
async function open(save: GroupDialogProps['save']) {
  const remove = vi.fn<() => void>()
  const close = vi.fn<() => void>()
  function Page() {
    const [isOpen, setIsOpen] = useState(true)
    const onClose = () => {
      close()
      setIsOpen(false)
    }
    return (
      <AppTheme>
        <Button onClick={remove}>Delete</Button>
        {isOpen && <GroupDialog save={save} onClose={onClose} />}
      </AppTheme>
    )
  }
  render(<Page />)
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Name'), 'Customers')
  const clickAt = (target: Element, x: number) =>
    user.pointer([{ target, coords: { x, y: 300 } }, { keys: '[MouseLeft]' }])
  return { user, remove, close, clickAt }
}

function refusal(status: number, fields?: { field: string; message: string }[]) {
  const message = 'This group cannot be saved.'
  return new ApiError({
    status,
    text: message,
    body: {
      error: message,
      code: 'BAD_REQUEST',
      message,
      requestId: 'request-1',
      ...(fields ? { fields } : {}),
    },
  })
}

/** Saving that ends when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { save: vi.fn<GroupDialogProps['save']>(() => promise), release: resolve }
}

const button = (name: string) => screen.getByRole('button', { name })

test('a double click saves once', async () => {
  const { save, release } = held()
  const { user, close } = await open(save)
  await user.dblClick(button('Save'))
  release()
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(save).toHaveBeenCalledTimes(1)
  expect(save).toHaveBeenCalledWith({ name: 'Customers', isShared: false })
})

test('Enter while the form is saved does not save again', async () => {
  const { save, release } = held()
  const { user, close } = await open(save)
  await user.type(screen.getByLabelText('Name'), '{Enter}{Enter}')
  release()
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(save).toHaveBeenCalledTimes(1)
})

test('the second click of a double click does not reach what is at the place of the closed dialog', async () => {
  const { remove, close, clickAt } = await open(async () => undefined)
  await clickAt(button('Save'), 200)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  await clickAt(screen.getByText('Delete'), 202)
  expect(remove).not.toHaveBeenCalled()
})

test('a click at another place counts at once', async () => {
  const { remove, close, clickAt } = await open(async () => undefined)
  await clickAt(button('Save'), 200)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  await clickAt(screen.getByText('Delete'), 400)
  expect(remove).toHaveBeenCalledTimes(1)
})

test('a click that comes half a second after the save counts again', async () => {
  const { remove, close, clickAt } = await open(async () => undefined)
  await clickAt(button('Save'), 200)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  await new Promise((resolve) => setTimeout(resolve, 600))
  await clickAt(screen.getByText('Delete'), 200)
  expect(remove).toHaveBeenCalledTimes(1)
})

test('a click at the same place counts at once after a value has changed', async () => {
  const save = vi
    .fn<GroupDialogProps['save']>()
    .mockRejectedValueOnce(refusal(500))
    .mockResolvedValueOnce(undefined)
  const { close, clickAt } = await open(save)
  await clickAt(button('Save'), 200)
  await screen.findByText('Not saved')
  // As a password manager does it: without a key, and without the pointer.
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Partners' } })
  await clickAt(button('Save'), 200)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(save).toHaveBeenLastCalledWith({ name: 'Partners', isShared: false })
})

test('a form that is not valid is not sent, and its first problem has the focus', async () => {
  const save = vi.fn<GroupDialogProps['save']>()
  const { user } = await open(save)
  await user.clear(screen.getByLabelText('Name'))
  await user.click(button('Save'))
  expect(await screen.findByText('Name is required')).toBeInTheDocument()
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(save).not.toHaveBeenCalled()
})

test('a field that the server refuses shows its message and has the focus; a change removes it', async () => {
  const message = 'This name is taken'
  const save = vi
    .fn<GroupDialogProps['save']>()
    .mockRejectedValueOnce(refusal(400, [{ field: 'body.name', message }]))
    .mockResolvedValueOnce(undefined)
  const { user, close } = await open(save)
  await user.click(button('Save'))
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(screen.queryByText('Not saved')).not.toBeInTheDocument()
  await user.keyboard(' 2')
  expect(screen.queryByText(message)).not.toBeInTheDocument()
  await user.click(button('Save'))
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(save).toHaveBeenLastCalledWith({ name: 'Customers 2', isShared: false })
})

test('another failure is shown above the fields, which keep their values', async () => {
  const { user } = await open(async () => {
    throw refusal(500)
  })
  await user.click(button('Save'))
  expect(await screen.findByText('This group cannot be saved.')).toBeInTheDocument()
  expect(screen.getByText('Not saved')).toBeInTheDocument()
  expect(screen.getByLabelText('Name')).toHaveDisplayValue('Customers')
})

test('while the form is saved its fields cannot be changed and the dialog cannot be closed', async () => {
  const { save, release } = held()
  const { user, close } = await open(save)
  await user.click(button('Save'))
  expect(button('Saving...')).toHaveFocus()
  await user.type(screen.getByLabelText('Name'), ' more')
  await user.click(screen.getByLabelText('Shared'))
  expect(screen.getByLabelText('Name')).toHaveDisplayValue('Customers')
  expect(screen.getByLabelText('Shared')).not.toBeChecked()
  await user.keyboard('{Escape}')
  expect(close).not.toHaveBeenCalled()
  release()
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
})

test('changed values are lost only after a question', async () => {
  const { user, close } = await open(async () => undefined)
  await user.click(button('Cancel'))
  expect(await screen.findByText('The group is not saved yet.')).toBeInTheDocument()
  expect(close).not.toHaveBeenCalled()
  await user.click(screen.getByText('Discard'))
  expect(close).toHaveBeenCalledTimes(1)
})

test('a double click confirms a question once', async () => {
  const confirm = vi.fn<() => void>()
  function Page() {
    const [isOpen, setIsOpen] = useState(true)
    return (
      <AppTheme>
        <ConfirmDialog
          title="Sure?"
          confirmLabel="Yes"
          cancelLabel="No"
          isOpen={isOpen}
          onConfirm={() => {
            confirm()
            setIsOpen(false)
          }}
          onCancel={() => undefined}
        >
          It cannot be undone.
        </ConfirmDialog>
      </AppTheme>
    )
  }
  render(<Page />)
  const user = userEvent.setup()
  await user.dblClick(await screen.findByRole('button', { name: 'Yes' }))
  expect(confirm).toHaveBeenCalledTimes(1)
})
