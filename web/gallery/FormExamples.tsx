import { useState } from 'react'
import * as z from 'zod/mini'
import { endSession } from '#contract/accounts/accounts-credentials.ts'
import { sendContact } from '#contract/platform/support.ts'
import { ApiFailure } from '#web/api/api-failure.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { FileField } from '#web/features/files/FileField.tsx'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { pesosInput, readPesos, showPesos } from '#web/features/forms/number-inputs.ts'
import { useDraftForm } from '#web/features/forms/use-draft-form.ts'
import { useRows } from '#web/features/forms/use-rows.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { Loaded, type Read } from '#web/features/reads/Loaded.tsx'
import { DialogOfRead } from '#web/features/reads/LoadedDialog.tsx'
import { Button } from '#web/ui/base/Button.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { CheckboxGroup } from '#web/ui/fields/CheckboxGroup.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { MoneyField } from '#web/ui/fields/MoneyField.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { Example, Line, LONG_NAME } from './Example.tsx'

const lists = { types: ['text/csv'], extensions: ['.csv'], maxBytes: 1024 * 1024 }
const types = [
  { value: 'general', label: 'General', hint: '$18.000' },
  { value: 'vip', label: LONG_NAME, hint: '$40.000' },
  { value: 'mesa', label: 'Mesa', hint: 'Agotada', disabled: true },
]

/** Forms, what is read and acts. There is no server here: whatever is sent fails, which shows how a refusal looks. */
export function FormExamples() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Example name="FormDialog">
        <Line>
          <Button tone="secondary" onClick={() => setOpened(true)}>
            Abrir FormDialog
          </Button>
        </Line>
        {opened && <ExampleForm onClose={() => setOpened(false)} />}
      </Example>
      <Example name="CheckboxGroup y FileField">
        <ExampleFields />
      </Example>
      <Example name="useRows">
        <ExampleRows />
      </Example>
      <Example name="Loaded">
        <ExampleReads />
      </Example>
      <Example name="useAct">
        <ExampleActs />
      </Example>
    </>
  )
}

const drinkForm = z.object({
  name: z.string().check(z.minLength(2, 'Poné un nombre')),
  price: pesosInput({ min: 0, max: 1_000_000 }),
})

function ExampleForm({ onClose }: { onClose: () => void }) {
  const form = useSubmit(sendContact, {
    schema: drinkForm,
    defaults: { name: '', price: showPesos(450_000) },
    draft: 'galeria',
    leaveGuard: true,
    unchanged: ({ name, price }) => name === 'Fernet' && readPesos(price) === 450_000 && 'Ya está así',
    toInput: ({ name }) => ({ body: { name, mail: '', topic: 'other', message: name, website: '' } }),
    done: ({ received }) => `Guardado: ${received}`,
  })
  return (
    <FormDialog form={form} title="Agregar bebida" submit="Guardar" onClose={onClose}>
      <TextField label="Nombre" hint="Con «Fernet» y este precio dice que ya está así." {...form.field('name')} />
      <MoneyField label="Precio" {...form.field('price')} />
    </FormDialog>
  )
}

function ExampleFields() {
  const [chosen, setChosen] = useState(['general'])
  const [file, setFile] = useState<File | null>(null)
  return (
    <>
      <CheckboxGroup
        label="Para qué entradas"
        hint="Al menos una."
        options={types}
        value={chosen}
        onChange={setChosen}
        error={chosen.length === 0 ? 'Elegí al menos una entrada' : undefined}
      />
      <FileField label="Lista" hint="Un CSV de hasta 1 MB." rule={lists} value={file} onChange={setFile} />
    </>
  )
}

const guestsForm = z.object({ guests: z.array(z.object({ name: z.string() })) })

function ExampleRows() {
  const form = useDraftForm({ schema: guestsForm, defaults: { guests: [{ name: 'Ana' }, { name: 'Beto' }] } })
  const { list, ...rows } = useRows(form.fields, 'guests', {
    empty: { name: '' },
    added: 'Agregaste una persona',
    nameOf: ({ name }) => name || 'Sin nombre',
  })
  return (
    <>
      <ol ref={list} className="flex flex-col gap-3">
        {rows.fields.map(({ key }, place) => (
          <li key={key} className="flex flex-wrap items-end gap-3">
            <TextField label={`Persona ${place + 1}`} {...form.field(`guests.${place}.name`)} />
            <Button size="s" data-move="up" disabled={place === 0} onClick={() => rows.move(place, -1)}>
              Subir
            </Button>
            <Button size="s" data-move="down" disabled={place + 1 === rows.count} onClick={() => rows.move(place, 1)}>
              Bajar
            </Button>
            <Button size="s" tone="quiet" onClick={() => rows.remove(place)}>
              Quitar
            </Button>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {rows.news}
      </p>
      <Line>
        <Button tone="secondary" onClick={rows.add}>
          Agregar
        </Button>
        {rows.removed && (
          <Button tone="quiet" onClick={rows.undo}>
            Deshacer: {rows.removed.name || 'sin nombre'}
          </Button>
        )}
      </Line>
    </>
  )
}

const read: Read<string> = { data: undefined, error: null, isFetching: true, refetch: () => {} }
const failure = (status: number, message: string) =>
  new ApiFailure({ status, code: 'internal', message, details: null })
const faces: Record<string, Read<string>> = {
  Cargando: read,
  Error: { ...read, isFetching: false, error: failure(500, 'No pudimos traer la cuenta') },
  'No existe': { ...read, isFetching: false, error: failure(404, 'No existe') },
  Listo: { ...read, data: LONG_NAME },
}

function ExampleReads() {
  const [opened, setOpened] = useState<string>()
  const close = () => setOpened(undefined)
  return (
    <>
      {Object.entries(faces).map(([name, each]) => (
        <Loaded key={name} read={each} label="Cargando la cuenta" missing={<p>No hay ninguna cuenta.</p>}>
          {(text) => <p>{text}</p>}
        </Loaded>
      ))}
      <Line>
        {Object.keys(faces).map((name) => (
          <Button key={name} tone="secondary" onClick={() => setOpened(name)}>
            LoadedDialog: {name}
          </Button>
        ))}
      </Line>
      {opened !== undefined && (
        <DialogOfRead read={faces[opened] ?? read} title="Cuenta" label="Cargando la cuenta" rows={3} onClose={close}>
          {(text) => (
            <Dialog open title="Cuenta de cobro" onClose={close}>
              <Facts>
                <Fact label="Nombre">{text}</Fact>
              </Facts>
            </Dialog>
          )}
        </DialogOfRead>
      )}
    </>
  )
}

function ExampleActs() {
  const [isAgreed, setAgreed] = useState(false)
  const input = { params: { id: '01990000-0000-7000-8000-0000000000a1' } }
  const ending = useAct(endSession, {
    input,
    title: '¿Cerrar la sesión?',
    description: 'Hay que ingresar otra vez.',
    children: <Checkbox label="Estoy de acuerdo" checked={isAgreed} onChange={() => setAgreed(!isAgreed)} />,
    disabled: !isAgreed,
    confirm: 'Cerrarla',
    tone: 'danger',
  })
  const atOnce = useAct(endSession, { input, isProblemShown: true })
  return (
    <>
      <Line>
        <Button tone="secondary" onClick={() => ending.ask()}>
          Con pregunta
        </Button>
        <Button tone="secondary" busy={atOnce.isPending()} onClick={() => void atOnce.run()}>
          En el momento
        </Button>
      </Line>
      <Problem message={atOnce.problem} />
      {ending.dialog}
    </>
  )
}
