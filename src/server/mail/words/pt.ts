import type { Words } from './words.ts';

export const pt: Words = {
  hello: 'Olá,',
  signature: 'Palpites entre pessoas. Só para maiores de 18 anos; aposte com responsabilidade.',
  activation: {
    subject: 'Ative sua conta Touchline',
    before: 'Abra este link para ativar sua conta:',
    button: 'Ativar minha conta',
    after: [
      'Ele funciona uma vez, por 24 horas. Se tiver vencido, peça outro onde você entra na conta.',
      'A conta passa então a ter o nome e a senha deste cadastro, e todos os aparelhos saem dela.',
      'Não foi você que se cadastrou? Não faça nada. Sem o link ninguém pode publicar com seu endereço.',
    ],
  },
  registeredAgain: {
    subject: 'Sua conta Touchline espera ser ativada',
    before:
      'Alguém se cadastrou de novo com seu endereço. Se foi você, abra este link: a conta passa então a ter o nome e a senha deste cadastro, não de um anterior.',
    button: 'Ativar minha conta',
    after: [
      'Ele funciona uma vez, por 24 horas.',
      'Não foi você que se cadastrou agora? Não o abra: sua conta seria de quem se cadastrou.',
    ],
  },
  registeredTwice: {
    subject: 'Escolha uma senha para ativar sua conta Touchline',
    before:
      'Seu endereço foi cadastrado mais de uma vez, talvez por outra pessoa. Abra este link para escolher uma senha: ele ativa a conta, e nenhuma outra senha vale mais.',
    button: 'Escolher uma senha',
    after: [
      'Ele funciona uma vez, por dez minutos.',
      'Não foi você que se cadastrou? Não faça nada. Sem o link ninguém pode publicar com seu endereço.',
    ],
  },
  alreadyRegistered: {
    subject: 'Você já tem uma conta Touchline',
    before:
      'Alguém usou seu endereço para uma conta nova. Você já tem uma, e nada nela mudou. Você pode entrar aqui:',
    button: 'Entrar',
    after: ['Não foi você? Não há nada a fazer.'],
  },
  reset: {
    subject: 'Escolha uma nova senha do Touchline',
    before: 'Abra este link para escolher uma nova senha:',
    button: 'Escolher uma senha',
    after: [
      'Ele funciona uma vez, por dez minutos. Todos os aparelhos saem da sua conta nesse momento.',
      'Você não pediu? Não faça nada. Sua senha continua a mesma.',
    ],
  },
  passwordChanged: {
    subject: 'Sua senha do Touchline foi alterada',
    before:
      'A senha da sua conta foi alterada, e os outros aparelhos saíram da conta. Não foi você? Escolha uma nova senha agora mesmo:',
    button: 'Escolher uma senha',
    after: ['Foi você? Não há nada a fazer.'],
  },
  emailAsked: {
    subject: 'Alguém quer mudar o e-mail da sua conta Touchline',
    before:
      'Alguém que sabe sua senha pediu outro e-mail para sua conta. Nada mudou ainda. Não foi você? Escolha uma nova senha agora mesmo:',
    button: 'Escolher uma senha',
    after: ['Foi você? Abra o link enviado ao seu novo endereço.'],
  },
  emailConfirm: {
    subject: 'Confirme o novo e-mail da sua conta Touchline',
    before:
      'Abra este link para que este endereço seja o e-mail da conta do Touchline que agora tem {account}:',
    button: 'Confirmar este e-mail',
    after: [
      'Ele funciona uma vez, por 24 horas, onde você já entrou nessa conta ou com a senha dela.',
      'Essa conta não é sua? Não faça nada e não digite nenhuma senha lá.',
    ],
  },
  emailChanged: {
    subject: 'O e-mail da sua conta Touchline foi alterado',
    before:
      'Sua conta tem outro e-mail a partir de agora. Não foi você? Este link desfaz a mudança, tira todos os aparelhos da conta e deixa você escolher uma nova senha:',
    button: 'Desfazer a mudança',
    after: ['O link funciona por sete dias.', 'Foi você? Não há nada a fazer.'],
  },
  emailMade: {
    subject: 'Este é agora o e-mail da sua conta Touchline',
    before: 'A partir de agora você entra com este endereço:',
    button: 'Entrar',
    after: ['Por uma semana, sua caixa anterior pode desfazer a mudança.'],
  },
  emailUndone: {
    subject: 'Este é de novo o e-mail da sua conta Touchline',
    before:
      'A mudança do seu e-mail foi desfeita e todos os aparelhos saíram da conta. Abra este link para escolher a senha com que você vai entrar:',
    button: 'Escolher uma senha',
    after: ['Ele funciona uma vez, por dez minutos. Você pode pedir outro onde entra na conta.'],
  },
  guardAdded: {
    subject: 'Algo foi adicionado à sua entrada no Touchline',
    before:
      'Um aplicativo autenticador ou uma chave de acesso foi adicionado à sua conta. Não foi você? Este link o remove, com tudo o que foi adicionado depois, encerra todas as sessões e deixa você escolher uma nova senha:',
    button: 'Remover',
    after: [
      'O link funciona uma vez, por sete dias. Se o e-mail da sua conta mudou depois, essa mudança também é desfeita.',
      'Foi você? Não há nada a fazer.',
    ],
  },
  guardRemoved: {
    subject: 'Algo foi removido da sua entrada no Touchline',
    before:
      'Um aplicativo autenticador ou uma chave de acesso foi removido da sua conta. Não foi você? Escolha já uma nova senha e confira os ajustes:',
    button: 'Escolher uma nova senha',
    after: ['Foi você? Não há nada a fazer.'],
  },
  guardTakenBack: {
    subject: 'O que foi adicionado à sua entrada no Touchline foi removido',
    before:
      'O aplicativo autenticador ou a chave de acesso foi removido e todas as sessões foram encerradas. Abra este link para escolher uma nova senha, com a qual você entra:',
    button: 'Escolher uma nova senha',
    after: ['Ele funciona uma vez, por dez minutos. Você pode pedir outro onde faz login.'],
  },
};
