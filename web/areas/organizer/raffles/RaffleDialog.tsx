import * as z from 'zod/mini'
import { createRaffle, RAFFLE_ENTRANTS, updateRaffle, type Raffle } from '#contract/events/raffles.ts'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { wholeNumberInput } from '#web/features/forms/number-inputs.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { entrantsWords, forfeitWords } from '#web/features/raffles/raffle-words.ts'
import { readWhole } from '#web/lib/typed-numbers.ts'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

/** What the organizer begins with; the free way to enter is one of the things that the law demands. */
const RULES = `Participar es gratis y no hace falta comprar nada: cualquier persona con cuenta y un contacto verificado se anota en la página del sorteo, tenga o no entrada.
Cada persona participa una sola vez. No participan quienes organizan el evento ni quienes trabajan en él.
El resultado sale de una clave fijada antes de abrir el sorteo, y cualquiera lo puede comprobar en la misma página.
A quienes ganan les avisamos por WhatsApp o email. El premio se retira en el evento, con DNI, hasta el cierre; si nadie lo retira, pasa al primer suplente.`

const raffleInput = z.object({
  prize: createRaffle.body.shape.prize,
  rules: createRaffle.body.shape.rules,
  winners: wholeNumberInput({ min: 1, max: 20 }),
  alternates: wholeNumberInput({ min: 0, max: 20 }),
  entrants: z.enum(RAFFLE_ENTRANTS),
})
const entrants = RAFFLE_ENTRANTS.map((value) => ({ value, label: entrantsWords[value] }))

interface RaffleDialogProps {
  eventId: string
  /** The draft to change; null creates one. */
  raffle: Raffle | null
  onClose: () => void
}

/** Prepares a raffle of an event, or changes its draft. */
export function RaffleDialog({ eventId, raffle, onClose }: RaffleDialogProps) {
  const form = useSubmit(raffle ? updateRaffle : createRaffle, {
    schema: raffleInput,
    defaults: {
      prize: raffle?.prize ?? '',
      rules: raffle?.rules ?? RULES,
      winners: String(raffle?.winners ?? 1),
      alternates: String(raffle?.alternates ?? 1),
      entrants: raffle?.entrants ?? 'holders',
    },
    draft: `sorteo:${raffle?.id ?? eventId}`,
    toInput: ({ winners, alternates, ...body }) => ({
      params: { id: raffle?.id ?? eventId },
      body: { ...body, winners: readWhole(winners) ?? 1, alternates: readWhole(alternates) ?? 0 },
    }),
    done: ({ prize }) => `${raffle ? 'Guardaste' : 'Preparaste'} el sorteo de ${prize}`,
  })
  return (
    <FormDialog
      form={form}
      title={raffle ? 'Editar sorteo' : 'Crear sorteo'}
      submit={raffle ? 'Guardar' : 'Crear'}
      onClose={onClose}
    >
      <TextField label="Premio" maxLength={200} {...form.field('prize')} />
      <RadioGroup
        label="Quiénes participan"
        hint="Además, cualquiera se puede anotar gratis desde la página del sorteo."
        options={entrants}
        {...form.value('entrants')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberField label="Ganadores" {...form.field('winners')} />
        <NumberField label="Suplentes" {...form.field('alternates')} />
      </div>
      <TextArea
        label="Bases"
        optional
        rows={7}
        maxLength={5000}
        hint={`Hacen falta para abrirlo, y después no se cambian. La página agrega: «${forfeitWords(form.value('entrants').value)}»`}
        {...form.field('rules')}
      />
    </FormDialog>
  )
}
