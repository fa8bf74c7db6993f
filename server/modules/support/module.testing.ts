import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  requests: () => ({
    'POST /api/v1/email/contact': {
      body: { name: 'Alguien', mail: 'alguien@previa.example', message: 'Una consulta cualquiera.' },
    },
  }),
}
